import PaymentsModel

/// This part of the machine handles an order whose signed transaction is held back, because the wallet has a mark of this
/// ledger for another transaction to one of its recipients. It is followed like any other that is in doubt, and is not
/// sent before the owner has said what the other one was.
///
/// Whatever the owner says, at most one transaction of the order is sent:
///
/// - That the marked one is not its payment: then the transaction that is stored is the one that is sent, after everything
///   that is looked at before any sending. The marks that the owner has named are left out then, and no other one.
/// - That the marked one is its payment: the wallet has it, and the order takes it in place of its own one, which the
///   ledger then has no more, so that nobody sends it.
///
/// Another daemon may still hold the marked transaction, ready to be handed over. Where it has written to this ledger, its
/// epoch is over, and the confirmation of the lease stops it. Where it has a ledger of its own, it looks at the marks
/// before it hands over, finds that of this order's transaction, and holds back: its owner has to say the same there.
/// What the owner says here takes nothing from it, since marks stay in the wallet.
extension OrderMachine {
  /// Whether the order's transaction waits for the owner's word.
  package var isHeldBack: Bool { state == .inFlight && progress.waitingFor == .review }

  /// Handles an event for an order that is held back, or one that begins this; returns `nil` for all other events.
  mutating func reviewSigned(_ event: OrderEvent, _ signedTransaction: SignedTransaction) -> [OrderEffect]? {
    switch event {
    case .heldBack: holdBack(signedTransaction)
    case .released: isHeldBack ? sendAfterAll(signedTransaction) : []
    case .adopted(let other): isHeldBack && other != signedTransaction ? adopt(other) : []
    case .lookedUp(.unknown) where isHeldBack: [.lookup(signedTransaction, after: delayAfterFailure())]
    default: nil
    }
  }

  private mutating func holdBack(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    let effects = doubt(signedTransaction)
    progress.waitingFor = .review
    return effects
  }

  /// It is looked up first, as after any doubt: an earlier attempt may have reached the network.
  private mutating func sendAfterAll(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    progress.waitingFor = nil
    failures = 0
    return [.lookup(signedTransaction, after: .zero)]
  }
}
