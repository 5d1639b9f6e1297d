import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Handing a transaction over, once all of its orders have stored it.
extension LiveOrder {
  /// What stands in the way of handing over a transaction after the wallet was to mark it; `nil` if nothing does.
  ///
  /// Another provider that pays with a copy of this ledger may mark the same payment in the same moment. Each of them
  /// writes its mark before it reads the other's, so that one of them at least sees that it is not alone.
  private func obstacle(to signedTransaction: SignedTransaction) async throws(LedgerError) -> OrderEvent? {
    let currency = read(\.terms.currency)
    let watch = SendWatch(wallet: wallet, payments: payments)
    let paid = try await core.ledger.read { reader in
      try reader.payments(of: signedTransaction.transactionID, currency: currency)
    }
    let mark = SendMark(provider: core.providerID, transactionID: signedTransaction.transactionID)
    for isMarked in [false, true] {
      switch try await watch.fence(for: paid) {
      case .free: break
      // A wallet in this state would not take the payment either.
      case .notKnown: return .commitDoubt
      case .foreign:
        core.log.log(
          level: .ownersTurn,
          """
          a payment is held back: the wallet has a mark of this ledger for a transaction that this ledger does not know, as \
          where another payd pays with a copy of it. The owner has to look at the sends
          """,
          metadata: ["order": "\(read(\.terms.id.rawValue))", "currency": "\(currency)"])
        return .commitDoubt
      }
      guard !isMarked else { break }
      do throws(WalletError) {
        // Whichever order hands the transaction over, all of its recipients are marked.
        try await wallet.backend.mark(signedTransaction, paying: paid.values.map(\.address).sorted(), as: mark.text)
      } catch .unavailable, .timeout, .syncing {
        return .commitDoubt
      } catch {
        // The wallet pays without the mark: an old ledger will not be recognised by this payment, and nothing else is
        // lost.
        core.log.log(
          level: .ownersBusiness, "the wallet refused to mark a payment",
          metadata: ["order": "\(read(\.terms.id.rawValue))"])
        return nil
      }
    }
    return nil
  }

  /// Lets the wallet store a mark with the transaction, and then hands the transaction to the network.
  func send(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    // When this returns, the wallet knows what it spends, or the coins are locked. The next payment can then be built.
    defer { wallet.settle(signedTransaction, isKept: true) }
    do throws(LedgerError) {
      if let obstacle = try await obstacle(to: signedTransaction) { return obstacle }
    } catch {
      return .commitDoubt
    }
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: read(\.terms.app))
      defer { wallet.turns.end() }
      // Another provider may have taken over, which then sends the transaction that is stored.
      guard await core.isWriting() else { return .commitDoubt }
      switch try await wallet.backend.commit(signedTransaction) {
      case .accepted: return .commitAccepted
      case .rejected(.conflicted): return .commitRejected(.conflicted)
      case .rejected(.invalid): return .commitRejected(.invalidTransaction)
      }
    } catch {
      // Whatever failed, the network may have received the transaction.
      return .commitDoubt
    }
  }
}
