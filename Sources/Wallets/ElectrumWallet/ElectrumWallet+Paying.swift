import BitcoinWallet
import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

extension ElectrumWallet {
  /// Looks the transaction up, unless it was signed here just now, and hands it to the server if that does not have it.
  ///
  /// What the server says of it is not believed, since it is prose of a stranger: whether it has the transaction afterwards
  /// decides, and a transaction is rejected only if another one in a block has spent its coins. So a transaction that is
  /// in a block or waits there already is accepted, whatever the words.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    if unsent.withLock({ $0.remove(payment.transactionID) }) == nil {
      switch try await known(payment) {
      case .confirmed, .pool: return .accepted
      case .no, .refused: break
      }
    }
    if case .result(let value) = try await rpc.call("broadcast", ["tx": .string(payment.hex)]),
      value.stringValue == payment.transactionID
    {
      guard try await keep(payment) else { throw .syncing }
      return .accepted
    }
    switch try await state(of: payment) {
    case .pool, .confirmed: return .accepted
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // In no other case has the network accepted this transaction, or excluded it for good.
    case .conflicted, .replaced, .spent, .unknown, .attempting, .undelivered, .untried, .lapsed, .settled:
      throw .protocolViolation(code: 1)
    }
  }
}
