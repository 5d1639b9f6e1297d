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

    /// Whether all that the ledger tells of was made up.
    package var isOfMadeUpMoney: Bool { LedgerMoney.madeUp.contains(network) }

    /// What is wrong, as one or more sentences.
    func words(ledger: String) -> String {
      let has = "\(other) \(Self.name(network))"
      let wants = "\(currency) \(Self.name(configured))"
      return "the ledger in \(ledger) is one of \(has), and cannot be used for \(wants)"
    }

    /// The same for two wallets of one configuration.
    package var sentence: String {
      "\(other) \(Self.name(network)) and \(currency) \(Self.name(configured)) cannot stand in one ledger"
    }

    private static func name(_ network: String) -> String {
      madeUp.contains(network) ? "that is made up" : "on \(network)"
    }
  }

  /// The networks whose money is worth something.
  private static let real: Set<String> = ["mainnet"]
  private static let madeUp: Set<String> = ["mock"]

  /// Returns the first currency that the ledger cannot be used with; `nil` if there is none.
  static func mismatch(of currencies: [Currency], with reader: LedgerReader) throws -> Mismatch? {
    mismatch(of: currencies.map { ($0.code, $0.network) }, with: try reader.networks())
  }

  /// Returns the first of these currencies that cannot be used with those that are known, or with the ones before it.
  package static func mismatch(
    of currencies: [(currency: String, network: String)], with known: [(currency: String, network: String)]
  ) -> Mismatch? {
    var known = known
    for currency in currencies {
      if let other = known.first(where: { conflicts($0, currency) }) {
        return Mismatch(
          currency: currency.currency, configured: currency.network, other: other.currency, network: other.network)
      }
      known.append(currency)
    }
    return nil
  }

  /// Notes the networks of currencies that the ledger is used with.
  static func note(_ currencies: [Currency], in transaction: LedgerTransaction) throws {
    for currency in currencies { try transaction.setNetwork(currency.network, of: currency.code) }
  }

  private static func conflicts(
    _ known: (currency: String, network: String), _ currency: (currency: String, network: String)
  ) -> Bool {
    if known.currency == currency.currency { return known.network != currency.network }
    return (real.contains(known.network) && madeUp.contains(currency.network))
      || (madeUp.contains(known.network) && real.contains(currency.network))
  }
}
