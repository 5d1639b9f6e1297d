import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// What an order asks of its wallet. Each answer is an event.
extension LiveOrder {
  private var terms: OrderTerms { read(\.terms) }

  /// Asks what the payment would cost.
  func quote() async -> OrderEvent {
    let terms = terms
    do throws(LedgerError) {
      let seesFunds = try await environment.ledger.read { [environment] reader in
        try environment.seesFunds(terms.app, reader)
      }
      let (event, isFunded) = await wallet.requote(terms, seesFunds: seesFunds, at: environment.clock.now())
      if let isFunded { noteFunds(isFunded) }
      return event
    } catch {
      return .quoteFailed(.temporary)
    }
  }

  /// Asks the wallet whether it has enough funds by now, if it had not.
  func hasFundsNow() async -> Bool {
    if isFunded == true { return true }
    let terms = terms
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      _ = try await wallet.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount))
      noteFunds(true)
    } catch {
      noteFunds(error != .insufficientFunds)
    }
    return isFunded != false
  }

  /// What the ledger says of a payment before it is built.
  private struct Permission: Sendable {
    let isApproved: Bool
    let needsPIN: Bool
    let isBatching: Bool
    /// What another order of the same invoice came to.
    let other: OrderState?
    /// Whether it may be an order of a backup, which the ledger that was lost has paid.
    let isOfBackup: Bool
  }

  /// Has the payment built and stored; `nil` if it is.
  func prepare(_ feeCap: Amount) async -> OrderEvent? {
    let turn = takeTurn()
    guard !orders.lock.isLocked else { return .prepareFailed(.ownerLocked) }
    let terms = terms
    let watch = SendWatch(wallet: wallet, orders: orders)
    guard await watch.isCompared() else { return .prepareFailed(.temporary) }
    let (order, limits) = (order, orders.limits)
    let permission: Permission
    do throws(LedgerError) {
      // One read for all that the ledger says of the payment: each has to wait for its turn at the ledger.
      let doubts: SendWatch.Doubts
      (doubts, permission) = try await environment.ledger.read { reader in
        (
          try watch.doubts(about: terms, reader),
          Permission(
            isApproved: try reader.appStatus(terms.app) == .approved,
            needsPIN: try UnaskedPayment.needsPIN(order, limits: limits, by: reader),
            isBatching: try limits.limits(of: terms.app, terms.currency, reader).isBatching,
            other: try OrderChange.stateOfOther(payingTheInvoiceOf: terms, reader),
            isOfBackup: try reader.wasRestored(since: terms.createdAt))
        )
      }
      switch try await watch.clearance(for: terms, doubts) {
      case .clear: break
      case .notCompared: return .prepareFailed(.temporary)
      case .review: return .held
      }
    } catch {
      environment.ledgerTrouble(error)
      return .prepareFailed(.temporary)
    }
    guard permission.isApproved else { return .cancelRequested }
    // The owner has set a PIN since a limit let this payment through. With a new quote it goes to the owner.
    guard !permission.needsPIN else { return .prepareFailed(.feeAboveCap) }
    if let other = permission.other {
      return .prepareFailed(other == .succeeded ? .permanent(.alreadyPaid) : .coinsBusy)
    }
    let intent = PaymentIntent(address: terms.address, amount: terms.amount, deadline: terms.expiresAt)
    let member = Payout.Member(self, intent, feeCap: feeCap, turn: turn)
    // One that has a turn at choosing coins already does not wait for others.
    let isGathered = turn == nil && permission.isBatching && wallet.backend.mostRecipients > 1
    let outcome =
      isGathered
      ? await wallet.payouts.outcome(of: member, orders.waits)
      : await member.outcome { Task { await Payout.make([member]) } }
    switch outcome {
    case .stored: return nil
    // A failed order is certain not to be paid, and this one may be.
    case .failed(.permanent(.alreadyPaid)) where permission.isOfBackup: return .held
    case .failed(let refusal): return .prepareFailed(refusal)
    }
  }

  /// Hands the transaction to the network. The first time that is done once for all orders that it pays.
  func broadcast(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    if let payout = takePayout() {
      return await payout.handOver { paid in await self.send(signedTransaction, for: paid, isFirst: true) }
    }
    let (id, currency) = (signedTransaction.transactionID, terms.currency)
    do throws(LedgerError) {
      // Where another order of this transaction has ended unpaid, it must not be paid any more. And what a backup has as
      // submitted may have ended unsent after it: it is sent again only once the owner has unlocked what a restore locks.
      // Orders of one invoice have its hash in common, and no transaction: each is a decision of its own.
      let asked = terms.createdAt
      let isInvoice = wallet.backend.fixedAmount(of: terms.address) != nil
      let paid = try await environment.ledger.read { reader in
        if try !isInvoice && reader.isWithdrawn(id) { return nil as [OrderID: SendOutput]? }
        if try reader.wasRestored(since: asked), try WalletLock.isLocked(reader) { return nil }
        return try reader.payments(of: id, currency: currency)
      }
      guard let paid else { return .commitDoubt }
      return await send(signedTransaction, for: paid)
    } catch {
      return .commitDoubt
    }
  }

  /// Asks what became of the transaction.
  func lookUp(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    do throws(WalletError) {
      try await wallet.turns.begin(.order, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      let lookup = try await wallet.backend.lookup(signedTransaction)
      if read({ $0.hasVanished(lookup) }) { tellVanished() }
      return .lookedUp(try await ReplacedPayment(order: order, environment: environment).checked(lookup))
    } catch {
      return .lookupFailed
    }
  }

  /// The node has forgotten what it had told: whether it was paid only the owner can find out.
  private func tellVanished() {
    environment.log.log(
      level: .ownersTurn,
      """
      the node no longer knows a payment by Lightning that was under way, as where another database was put in its place. \
      It is not attempted again. Look at the recipient's whether it has arrived; where it has not, payd abandon ends it
      """, metadata: ["order": "\(terms.id.rawValue)", "currency": "\(terms.currency)"])
  }

  /// Lets the wallet store a mark with the transaction, and then hands the transaction to the network.
  ///
  /// - Parameters:
  ///   - paid: What the transaction pays, by the orders that it is stored with.
  ///   - isFirst: Whether it was never handed over before.
  private func send(
    _ signedTransaction: SignedTransaction, for paid: [OrderID: SendOutput], isFirst: Bool = false
  ) async -> OrderEvent {
    // When this returns, the wallet knows what it spends, or the coins are locked. The next payment can then be built.
    defer { wallet.settle(signedTransaction, isKept: true) }
    do throws(LedgerError) {
      if let obstacle = try await obstacle(to: signedTransaction, for: paid) { return obstacle }
    } catch {
      return .commitDoubt
    }
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      // Another provider may have taken over, which then sends the transaction that is stored.
      guard await environment.isWriting() else { return .commitDoubt }
      // The wallet may have been slow to mark it. What others are paid with is theirs, too.
      if isFirst, paid.count == 1, let end = terms.expiresAt, environment.clock.now() >= end { return .notInTime }
      return OrderEvent(try await wallet.backend.commit(signedTransaction))
    } catch {
      // Whatever failed, the network may have received the transaction.
      return .commitDoubt
    }
  }

  /// What stands in the way of handing over a transaction after the wallet was to mark it; `nil` if nothing does.
  ///
  /// Another provider that pays with a copy of this ledger may mark the same payment in the same moment. Each of them
  /// writes its mark before it reads the other's, so that one of them at least sees that it is not alone.
  private func obstacle(
    to signedTransaction: SignedTransaction, for paid: [OrderID: SendOutput]
  ) async throws(LedgerError) -> OrderEvent? {
    let (id, currency) = (terms.id.rawValue, terms.currency)
    let watch = SendWatch(wallet: wallet, orders: orders)
    let mark = SendMark(provider: environment.providerID, transactionID: signedTransaction.transactionID)
    orders.sent.addOwn(mark)
    for isMarked in [false, true] {
      switch try await watch.fence(for: paid) {
      case .free: break
      // A wallet in this state would not take the payment either.
      case .notKnown: return .commitDoubt
      case .foreign:
        environment.log.log(
          level: .ownersTurn,
          """
          a payment is held back: the wallet has a mark of this ledger for a transaction that this ledger does not know, as \
          where another payd pays with a copy of it. The owner has to look at the sends
          """, metadata: ["order": "\(id)", "currency": "\(currency)"])
        return .heldBack
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
        environment.log.log(
          level: .ownersBusiness, "the wallet refused to mark a payment", metadata: ["order": "\(id)"])
        return nil
      }
    }
    return nil
  }
}
