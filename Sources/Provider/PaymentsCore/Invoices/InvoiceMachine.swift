package import PaymentsModel

/// An invoice as a state machine without input or output: its fixed terms and its progress.
///
/// The transfers themselves are not part of it, only what they come to. An event about a transfer changes that one, and
/// the ledger stores it.
///
/// `state` follows from the totals and the clock. When the amount is seen before the deadline, the invoice is
/// processing; when it is confirmed, the invoice is settled. If money is taken back, the invoice returns to pending
/// before the deadline and becomes invalid after it. Expired and cancelled invoices keep their state when money arrives
/// late, and report it as ``InvoicePayment/late``. Money that was first seen before the deadline and returns after a
/// reorganisation still counts as in time. After ``InvoiceTerms/monitoringUntil`` the wallet is no longer watched for
/// this invoice. Transfers that are reported later all the same, because the provider was not running, are accepted.
package struct InvoiceMachine: Sendable, Hashable {
  /// The fixed terms of the invoice.
  package let terms: InvoiceTerms
  /// The changing part of the invoice.
  package private(set) var progress: InvoiceProgress

  /// Creates a new invoice: version 1, pending.
  package init(terms: InvoiceTerms) {
    self.terms = terms
    progress = InvoiceProgress(
      totals: .zero, state: .pending, payment: .none, version: 1, updatedAt: terms.createdAt)
  }

  /// Creates an invoice from its stored parts.
  package init(terms: InvoiceTerms, progress: InvoiceProgress) {
    self.terms = terms
    self.progress = progress
  }

  /// The state of the invoice.
  package var state: InvoiceState { progress.state }
  /// Whether the invoice is paid, and how.
  package var payment: InvoicePayment { progress.payment }
  /// The version, which grows by one with each visible change.
  package var version: Int64 { progress.version }
  /// What arrived, in all.
  package var totals: InvoiceTotals { progress.totals }

  /// When ``InvoiceEvent/clock(_:)`` is due next; `nil` if the passing of time alone changes nothing any more.
  package var nextDeadline: Timestamp? {
    switch state {
    case .pending: terms.expiresAt
    case .processing: terms.monitoringUntil
    case .settled, .expired, .invalid, .cancelled: nil
    }
  }

  /// Applies an event and returns what the caller has to do.
  ///
  /// - Parameter known: Returns the invoice's transfer with this identifier as it was stored before; `nil` if nothing
  ///   was heard of it yet.
  package mutating func handle(
    _ event: InvoiceEvent, known: (_ transfer: String) throws -> InvoiceTransfer?
  ) rethrows -> [InvoiceEffect] {
    let before = progress
    var change: TransferChange?
    var answers: [InvoiceEffect] = []
    switch event {
    case .transferSeen(let observation, let at):
      // The clock is applied first, so that money seen exactly at the deadline counts as late.
      assess(at: at)
      change = self.change(by: observation, known: try known(observation.id), at: at)
      if let change { progress.totals.apply(change, deadline: terms.expiresAt) }
      assess(at: at)
    case .clock(let at):
      assess(at: at)
    case .cancel(let at):
      assess(at: at)
      answers.append(.cancelAnswered(cancel()))
    }
    guard change != nil || progress != before else { return answers }
    progress.version += 1
    progress.updatedAt = max(progress.updatedAt, event.at)
    return (change.map { [.transferChanged($0)] } ?? []) + [.changed] + answers
  }
}

extension InvoiceMachine {
  /// Returns what the wallet's report changes in a transfer; `nil` if it is no news.
  private func change(by observation: TransferObservation, known: InvoiceTransfer?, at: Timestamp) -> TransferChange? {
    guard let known else {
      // A transfer that was removed before it was ever seen is ignored.
      guard !observation.removed else { return nil }
      // If the clock was set back, money that arrived after expiry still counts as late.
      let seenAt = state == .expired ? max(at, terms.expiresAt) : at
      let new = InvoiceTransfer(
        observation, confirmationsWanted: terms.confirmationsWanted, firstSeenAt: seenAt, position: totals.count)
      return TransferChange(before: nil, now: new)
    }
    let new = InvoiceTransfer(
      observation, confirmationsWanted: terms.confirmationsWanted, firstSeenAt: known.firstSeenAt,
      position: known.position)
    // Confirmations beyond the wanted number are not worth a new version and an event each.
    if known.state == .confirmed, new.state == .confirmed, known.amount == new.amount { return nil }
    return new == known ? nil : TransferChange(before: known, now: new)
  }

  private mutating func cancel() -> CancelAnswer {
    if state == .cancelled { return .cancelled }
    guard state == .pending, totals.paid == .zero else { return .tooLate }
    progress.state = .cancelled
    return .cancelled
  }

  private mutating func assess(at now: Timestamp) {
    progress.state = assessedState(at: now)
    progress.payment = assessedPayment()
  }

  private var isReachedInTime: Bool { terms.isReached(by: totals.paidInTime) }

  private func assessedState(at now: Timestamp) -> InvoiceState {
    if state == .cancelled { return .cancelled }
    guard isReachedInTime else {
      switch state {
      case .expired: return .expired
      case .invalid: return .invalid
      case .pending: return now < terms.expiresAt ? .pending : .expired
      case .processing, .settled, .cancelled: return now < terms.expiresAt ? .pending : .invalid
      }
    }
    if terms.isReached(by: totals.confirmed) { return .settled }
    return now < terms.monitoringUntil ? .processing : .invalid
  }

  private func assessedPayment() -> InvoicePayment {
    let paid = totals.paid
    guard paid > .zero else { return .none }
    guard terms.isReached(by: paid) else { return .partial }
    if state == .cancelled || !isReachedInTime { return .late }
    guard let amount = terms.amount, paid > amount else { return .paid }
    return .over
  }
}
