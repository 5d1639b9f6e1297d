import JSON
import MockWallet
import PaymentsModel

/// What a wallet did, by its own list of transactions.
struct SentTransaction: Sendable, Hashable {
  let id: String
  /// What the recipient gets, and the fee, in the currency's unit.
  let amount: String
  let fee: String
}

/// The world around the daemon.
protocol Network: Sendable {
  /// The one that is paid; nobody else pays it.
  var recipient: String { get }
  /// Somebody pays an invoice; false where nobody does in this world.
  func receive(_ address: String, _ amount: String, _ trial: Trial) async throws -> Bool
  /// Finds as many blocks as are wanted of a payment.
  func mine(_ trial: Trial) async throws
  /// All that the wallet ever sent to the recipient, also what never confirmed; needs no running daemon.
  func sent(_ trial: Trial) async throws -> [SentTransaction]
  /// What the wallet can spend, where that is known to the last unit: what it began with, what came in, less what the
  /// orders cost.
  func balance(received: Amount, paid: Amount) -> String?
}

/// Made-up money: the wallet's own list is the journal of the mock network, read without the daemon.
struct MadeUpNetwork: Network {
  let recipient = MockAddress.example(currency: "LTC")

  func receive(_ address: String, _ amount: String, _ trial: Trial) async throws -> Bool {
    try await trial.owner("mock.receive", ["address": .string(address), "amount": .string(amount)])
    return true
  }

  func mine(_ trial: Trial) async throws { try await trial.owner("mock.mine", ["count": 6]) }

  func sent(_ trial: Trial) async throws -> [SentTransaction] {
    let network = try MockNetwork.snapshot(ofStateFile: trial.state + "/mock-network.journal")
    return try network.control.broadcasts("LTC").filter { $0.address == recipient }.map {
      SentTransaction(id: $0.transactionID, amount: $0.amount.text(decimals: 8), fee: $0.fee.text(decimals: 8))
    }
  }

  func balance(received: Amount, paid: Amount) -> String? {
    guard let begun = try? Amount(atomicUnits: 100 * 100_000_000).adding(received) else { return nil }
    return begun.subtracting(paid)?.text(decimals: 8)
  }
}
