import JSON
import MockWallet
import PaymentsModel

/// A transaction from the wallet's own list.
struct SentTransaction: Sendable, Hashable {
  let id: String
  /// The amount that the recipient gets, without the fee, in the currency's unit.
  let amount: String
  let fee: String
}

/// The environment of the daemon.
protocol Network: Sendable {
  /// The address that is paid. Nobody else pays to it.
  var recipient: String { get }
  /// Pays an invoice, unless that was done before; returns false if nobody can do that in this environment.
  func receive(_ address: String, _ amount: String, _ trial: Trial) async throws -> Bool
  /// Mines as many blocks as a payment needs for its confirmations.
  func mine(_ trial: Trial) async throws
  /// Whether the fee of a sent transaction is the recipient's share of it, where it pays several.
  var tellsShares: Bool { get }
  /// Returns everything that the wallet has ever sent to the recipient, confirmed or not. It needs no running daemon.
  func sent(_ trial: Trial) async throws -> [SentTransaction]
  /// Returns the spendable balance if it is known exactly: the initial amount plus what was received, less the cost of
  /// the orders.
  func balance(received: Amount, paid: Amount) -> String?
}

extension Network {
  /// Mines when it has the payment, which may be a moment after the order is in flight.
  func mineSent(_ trial: Trial, _ deadline: ContinuousClock.Instant) async throws {
    while try await sent(trial).isEmpty {
      guard .now < deadline else { throw Stalled("the network has no payment") }
      // This pause only sets the pace of looking.
      try await Task.sleep(for: .milliseconds(20))
    }
    try await trying(deadline) { try await mine(trial) }
  }
}

/// The mock network. The wallet's own list is the journal of the network, which is read without the daemon.
struct MadeUpNetwork: Network {
  let recipient: String

  /// Creates the network with a recipient who has this number.
  init(recipient number: Int = 0) { recipient = MockAddress.example(currency: "LTC", number: number) }

  let tellsShares = true

  func receive(_ address: String, _ amount: String, _ trial: Trial) async throws -> Bool {
    // After a crash the provider may not have seen yet that somebody has paid.
    guard try broadcasts(to: address, trial).isEmpty else { return true }
    try await trial.owner("mock", ["command": "receive", "address": .string(address), "amount": .string(amount)])
    return true
  }

  func mine(_ trial: Trial) async throws { try await trial.owner("mock", ["command": "mine", "count": 6]) }

  func sent(_ trial: Trial) async throws -> [SentTransaction] {
    try broadcasts(to: recipient, trial)
  }

  private func broadcasts(to address: String, _ trial: Trial) throws -> [SentTransaction] {
    let network = try MockNetwork.snapshot(ofStateFile: trial.state + "/mock-network.journal")
    return try network.control.broadcasts("LTC").filter { $0.address == address }.map {
      SentTransaction(id: $0.transactionID, amount: $0.amount.text(decimals: 8), fee: $0.fee.text(decimals: 8))
    }
  }

  func balance(received: Amount, paid: Amount) -> String? {
    guard let begun = try? Amount(atomicUnits: 100 * 100_000_000).adding(received) else { return nil }
    return begun.subtracting(paid)?.text(decimals: 8)
  }
}
