import Ledger
import PaymentsModel

/// Which money a ledger is about. It learns the network of each currency when it is first used with it, and is used with
/// no other from then on: payments on a simulated network or a test chain are no payments of real money, and one book for
/// both would be wrong in each of its sums. Made-up money stands beside no money that is worth something.
public enum LedgerMoney {
  /// A currency that the ledger cannot be used with.
  public struct Mismatch: Error, Sendable, Hashable {
    /// The code of the configured currency.
    public let currency: String
    /// The network that is configured.
    public let configured: String
    /// The currency that the ledger, or another wallet of the configuration, has.
    public let other: String
    /// The network of that one.
    public let network: String

    /// What is wrong, as one or more sentences.
    func words(ledger: String) -> String {
      let has = "\(other) \(Self.name(network))"
      let wants = "\(currency) \(Self.name(configured))"
      return "the ledger in \(ledger) is one of \(has), and cannot be used for \(wants)"
    }

    private static func name(_ network: String) -> String { network == "mock" ? "that is made up" : "on \(network)" }
  }

  /// The networks whose money is worth something.
  private static let real: Set<String> = ["mainnet"]
  private static let madeUp: Set<String> = ["mock"]

  /// Returns the first currency that the ledger cannot be used with; `nil` if there is none.
  static func mismatch(of currencies: [Currency], with reader: LedgerReader) throws -> Mismatch? {
    var known = try reader.networks()
    for currency in currencies {
      if let other = known.first(where: { conflicts($0, currency) }) {
        return Mismatch(
          currency: currency.code, configured: currency.network, other: other.currency, network: other.network)
      }
      known.append((currency.code, currency.network))
    }
    return nil
  }

  /// Notes the networks of currencies that the ledger is used with.
  static func note(_ currencies: [Currency], in transaction: LedgerTransaction) throws {
    for currency in currencies { try transaction.setNetwork(currency.network, of: currency.code) }
  }

  private static func conflicts(_ known: (currency: String, network: String), _ currency: Currency) -> Bool {
    if known.currency == currency.code { return known.network != currency.network }
    return (real.contains(known.network) && madeUp.contains(currency.network))
      || (madeUp.contains(known.network) && real.contains(currency.network))
  }
}
