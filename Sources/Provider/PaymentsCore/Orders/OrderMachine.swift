package import PaymentsModel

/// A payment order as a state machine without input or output. It leads to at most one payment.
///
/// Apply an event to a copy of the machine. If ``OrderEffect/report`` is among the effects, store the copy. Only then
/// replace the original with the copy and carry out the other effects. If storing fails, discard the copy, including a
/// transaction that the event brought. The machine keeps these rules: An order has one transaction, which is broadcast
/// only after the ledger holds it; any later broadcast is of the same transaction. An order never leaves a terminal
/// state. It expires or is cancelled only before it is submitted. After that it fails only if the wallet says so with
/// certainty.
///
/// The order is submitted, as far as anybody can know, from the moment at which the ledger holds the transaction: a
/// process that ends right then cannot tell later whether the first byte went out, and a further durable note before it
/// would cost each order a synchronisation of the disk to decide a question of milliseconds. So an order that is found
/// submitted after a restart may be out and never expires, however long the restart took. A process that knows that it
/// handed nothing over yet, since it has only just stored the transaction, still lets it expire.
///
/// Times are those of the wall clock, because `expires_at` is set by the app. If the clock is set forward, an order
/// ends early; if it is set back, the order lives longer. In neither case is an order paid after it has ended, or paid
/// twice.
package struct OrderMachine: Sendable, Hashable {
  /// The fixed terms of the order.
  package let terms: OrderTerms
  /// The delays between attempts.
  package let schedule: RetrySchedule
  /// The changing part of the order.
  package internal(set) var progress: OrderProgress

  /// The number of consecutive failures of the present step. It is not stored, so that a restart tries again at once.
  var failures = 0
  /// Whether the version before had the transaction already, so that the ledger holds it.
  package private(set) var isTransactionStored: Bool
  /// Whether the transaction may have been handed over. Nobody can tell that of an order that was read from the ledger.
  var isOut: Bool
  /// Whether the transaction pays other orders too. These may hand it to the network at any time, so that the order
  /// cannot expire any more once it is stored. An order from the ledger does not expire then in any case.
  var isShared = false
  /// The refusal by the network when the transaction was handed over for the first time. It is final, unless the
  /// network turns out to know the transaction.
  var refusal: OrderFailure?

  /// Creates a new order: version 1, received.
  package init(terms: OrderTerms, schedule: RetrySchedule = .standard) {
    self.terms = terms
    self.schedule = schedule
    progress = OrderProgress(state: .received, updatedAt: terms.createdAt)
    isTransactionStored = false
    isOut = false
  }

  /// Creates an order from its stored parts. Send it ``OrderEvent/recovered`` to learn what has to be done.
  package init(terms: OrderTerms, progress: OrderProgress, schedule: RetrySchedule = .standard) {
    self.terms = terms
    self.schedule = schedule
    self.progress = progress
    isTransactionStored = progress.signedTransaction != nil
    isOut = isTransactionStored
  }

  /// The state of the order.
  package var state: OrderState { progress.state }
  /// The version, which grows by one with each change.
  package var version: Int64 { progress.version }
  /// The id of the transaction that makes the payment; `nil` until one exists.
  package var transactionID: String? {
    progress.replacement?.transactionID ?? progress.signedTransaction?.transactionID
  }
  /// The fee of the transaction if there is one, otherwise the quoted fee.
  package var fee: Amount? { transactionFee ?? progress.quote?.fee }
  /// The fee of the transaction that makes the payment; `nil` until one exists.
  var transactionFee: Amount? { progress.replacement?.fee ?? progress.signedTransaction?.fee }
  /// The sum of amount and fee; `nil` until a fee is known.
  package var total: Amount? { fee.map(terms.amount.addingSaturated) }

  /// Whether the ledger holds no transaction of the order yet, so that it may still expire or be cancelled.
  package var isCancellable: Bool {
    switch state {
    case .received, .awaitingApproval, .approved: progress.signedTransaction == nil && progress.waitingFor != .review
    case .submitting, .inFlight, .succeeded, .rejected, .expired, .cancelled, .failed: false
    }
  }

  /// When ``OrderEvent/tick`` is due next; `nil` if the passing of time alone changes nothing any more.
  package var nextDeadline: Timestamp? {
    guard isCancellable else { return nil }
    return [terms.expiresAt, progress.approval?.expiresAt, quoteEnd].compactMap(\.self).min()
  }

  /// When the quote that the owner is being shown becomes outdated.
  private var quoteEnd: Timestamp? {
    state == .awaitingApproval ? progress.quote?.at.advanced(by: schedule.quoteLifetime) : nil
  }

  /// Whether the network has the transaction, so that only a new block or other news of the wallet can change anything.
  package var isFollowed: Bool { state == .inFlight && !progress.isInDoubt }

  /// Whether an effect is still to be carried out after its delay.
  package func wants(_ effect: OrderEffect) -> Bool {
    switch effect {
    case .requestQuote:
      (state == .received || state == .awaitingApproval) && progress.quote == nil && progress.waitingFor != .review
    case .askOwner: state == .awaitingApproval && progress.quote != nil && progress.waitingFor != .review
    case .prepare: state == .approved && isCancellable
    case .broadcast(let signedTransaction): isToBeSent(signedTransaction) && progress.waitingFor != .review
    case .lookup(let signedTransaction, _), .follow(let signedTransaction),
      .lockInputs(let signedTransaction):
      isToBeSent(signedTransaction)
    case .report, .withdrawQuestion, .refuseApproval, .releaseInputs, .answerCancel: true
    }
  }

  private func isToBeSent(_ signedTransaction: SignedTransaction) -> Bool {
    (state == .submitting || state == .inFlight) && signedTransaction == progress.signedTransaction
  }

  /// Whether the transaction may be handed over now. It is asked when ``OrderEffect/broadcast(_:)`` is carried out, before
  /// any other event. From a yes on the order cannot expire any more; after a no, ``OrderEvent/tick`` ends it.
  package mutating func mayHandOver(at now: Timestamp) -> Bool {
    guard progress.signedTransaction != nil, !isOverdueUnsent(at: now) else { return false }
    isOut = true
    return true
  }

  /// Applies an event and returns what has to be done; see ``OrderEffect`` for the sequence and the conditions.
  package mutating func handle(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    let before = progress
    isTransactionStored = isTransactionStored || before.signedTransaction != nil
    // An order that is held may be paid already: that it expired would say that it is not.
    var effects = event == .held ? [] : honourDeadlines(at: now)
    if progress == before || !(event == .tick || event == .recovered) {
      effects += react(to: event, at: now)
    }
    guard progress != before else { return effects }
    progress.version += 1
    progress.updatedAt = max(progress.updatedAt, now)
    return [.report] + effects
  }
}

extension OrderMachine: CustomStringConvertible, CustomDebugStringConvertible {
  /// Identifier, currency, state and version.
  package var description: String { "\(terms) \(progress)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
