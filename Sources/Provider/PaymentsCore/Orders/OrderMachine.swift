package import PaymentsModel

/// A payment order, as a state machine without input or output that leads to at most one payment.
///
/// Take an event on a copy, store the copy when ``OrderEffect/report`` is among the effects, and only then put it in
/// place and carry out the other effects; where storing fails, drop the copy (and the transaction that it brought).
/// The rules that it keeps: one transaction per order, broadcast only after the ledger holds it and then
/// always the same one; nothing leaves a terminal state; it expires and is cancelled only before it is submitted; it
/// fails after that only on the wallet's authoritative word.
///
/// The order is submitted, as far as anybody can know, from the moment at which the ledger holds the transaction: a process
/// that ends right then cannot tell later whether the first byte went out, and a further durable note before it would
/// cost each order a synchronisation of the disk to decide a question of milliseconds. So an order that is found
/// submitted after a restart may be out and never expires, however long the restart took. A process that knows that it
/// handed nothing over yet, since it has only just stored the transaction, still lets it expire.
///
/// Times are those of the wall clock, as `expires_at` is the app's. A clock that is set forward ends an order early,
/// one that is set back lets it live longer; neither lets one be paid that has ended, nor twice.
package struct OrderMachine: Sendable, Hashable {
  /// What it asks for.
  package let terms: OrderTerms
  /// When to try again.
  package let schedule: RetrySchedule
  /// What became of it so far.
  package internal(set) var progress: OrderProgress

  /// Failures in a row of what is being tried; not stored, so that a restart tries at once.
  var failures = 0
  /// Whether the ledger holds the transaction; what was read from it does.
  package internal(set) var isTransactionDurable: Bool
  /// The network's refusal of a transaction that it was handed for the first time: final, unless it knows it after all.
  var refusal: OrderFailure?

  /// A new order, version 1, received.
  package init(terms: OrderTerms, schedule: RetrySchedule = .standard) {
    self.terms = terms
    self.schedule = schedule
    progress = OrderProgress(state: .received, updatedAt: terms.createdAt)
    isTransactionDurable = false
  }

  /// An order that the ledger stored; answer ``OrderEvent/recovered`` to learn what to do.
  package init(terms: OrderTerms, progress: OrderProgress, schedule: RetrySchedule = .standard) {
    self.terms = terms
    self.schedule = schedule
    self.progress = progress
    isTransactionDurable = progress.signedTransaction != nil
  }

  /// How far it is.
  package var state: OrderState { progress.state }
  /// Grows by one with each change.
  package var version: Int64 { progress.version }
  /// The id of the transaction that makes the payment; `nil` until one exists.
  package var transactionID: String? {
    progress.replacement?.transactionID ?? progress.signedTransaction?.transactionID
  }
  /// The fee: of the transaction where there is one, as quoted before.
  package var fee: Amount? { transactionFee ?? progress.quote?.fee }
  /// The fee of the transaction that makes the payment; `nil` until one exists.
  private var transactionFee: Amount? { progress.replacement?.fee ?? progress.signedTransaction?.fee }
  /// Amount and fee; `nil` until a fee is known.
  package var total: Amount? { fee.map(terms.amount.addingSaturated) }

  /// What the order takes of its app's budget: from the approval on the amount and the fee cap, or the fee once a
  /// transaction has one; and that total for good when it succeeded. `nil` before the approval and when it ended unpaid.
  package var countedTotal: Amount? {
    switch state {
    case .approved, .submitting, .inFlight:
      (transactionFee ?? progress.approval?.feeCap).map(terms.amount.addingSaturated)
    case .succeeded: total
    case .received, .awaitingApproval, .rejected, .expired, .cancelled, .failed: nil
    }
  }

  /// Whether no transaction exists yet, as far as the ledger knows, so that it may still expire or be cancelled.
  package var isCancellable: Bool {
    switch state {
    case .received, .awaitingApproval, .approved: progress.signedTransaction == nil && progress.waitingFor != .review
    case .submitting, .inFlight, .succeeded, .rejected, .expired, .cancelled, .failed: false
    }
  }

  /// When ``OrderEvent/tick`` is due next; `nil` where time alone changes nothing any more.
  package var nextDeadline: Timestamp? {
    guard isCancellable else { return nil }
    return [terms.expiresAt, progress.approval?.expiresAt, quoteEnd].compactMap(\.self).min()
  }

  /// When the quote that the owner is asked about goes out of date.
  private var quoteEnd: Timestamp? {
    state == .awaitingApproval ? progress.quote?.at.advanced(by: schedule.quoteLifetime) : nil
  }

  /// Whether an effect that had to wait is still to be carried out.
  package func wants(_ effect: OrderEffect) -> Bool {
    switch effect {
    case .requestQuote:
      (state == .received || state == .awaitingApproval) && progress.quote == nil && progress.waitingFor != .review
    case .askOwner: state == .awaitingApproval && progress.quote != nil && progress.waitingFor != .review
    case .prepare: state == .approved && isCancellable
    case .persistTransaction: (state == .submitting || state == .inFlight) && !isTransactionDurable
    case .broadcast(let signedTransaction), .lookup(let signedTransaction, _), .lockInputs(let signedTransaction):
      (state == .submitting || state == .inFlight) && isTransactionDurable
        && signedTransaction == progress.signedTransaction
    case .report, .withdrawPrompt, .refuseApproval, .releaseInputs, .answerCancel: true
    }
  }

  /// Takes an event and tells what to do; see ``OrderEffect`` for the order and the conditions.
  package mutating func handle(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    let before = progress
    var effects = honourDeadlines(at: now)
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
