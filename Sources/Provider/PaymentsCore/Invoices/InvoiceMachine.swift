package import PaymentsModel

/// An invoice: what it asks for and what became of it, as a state machine without input or output.
///
/// `state` follows from the transfers and the clock: the amount seen in time makes it processing, confirmed it is
/// settled, and whatever takes money away takes it back: to pending while the payer still has time, to invalid after.
/// Expired and cancelled invoices keep their state when money comes late, and report it as
/// ``InvoicePayment/late``. Money that was first seen in time and comes back after a reorganisation still counts as in
/// time. After ``InvoiceTerms/monitoringUntil`` nothing is looked for any more; what is handed over nevertheless (the
/// provider was not running) is taken as true.
package struct InvoiceMachine: Sendable, Hashable {
  /// What it asks for.
  package let terms: InvoiceTerms
  /// What became of it so far.
  package private(set) var progress: InvoiceProgress

  /// A new invoice, version 1, pending.
  package init(terms: InvoiceTerms) {
    self.terms = terms
    progress = InvoiceProgress(
      transfers: [], state: .pending, payment: .none, version: 1, updatedAt: terms.createdAt)
  }

  /// An invoice that the ledger stored.
  package init(terms: InvoiceTerms, progress: InvoiceProgress) {
    self.terms = terms
    self.progress = progress
  }

  /// How far it is.
  package var state: InvoiceState { progress.state }
  /// How much of it was paid.
  package var payment: InvoicePayment { progress.payment }
  /// Grows by one with each visible change.
  package var version: Int64 { progress.version }
  /// Every transfer that arrived, oldest first.
  package var transfers: [InvoiceTransfer] { progress.transfers }

  /// The sum of what was seen and not taken back.
  package var paidAmount: Amount {
    transfers.lazy.filter { $0.state != .removed }.map(\.amount).saturatedSum()
  }

  /// The part of it that is confirmed as often as wanted.
  package var confirmedAmount: Amount {
    transfers.lazy.filter { $0.state == .confirmed }.map(\.amount).saturatedSum()
  }

  /// When ``InvoiceEvent/clock(_:)`` is due next; `nil` where time alone changes nothing any more.
  package var nextDeadline: Timestamp? {
    switch state {
    case .pending: terms.expiresAt
    case .processing: terms.monitoringUntil
    case .settled, .expired, .invalid, .cancelled: nil
    }
  }

  /// Takes an event and tells what changed.
  package mutating func handle(_ event: InvoiceEvent) -> [InvoiceEffect] {
    let before = progress
    var effects: [InvoiceEffect] = []
    switch event {
    case .transferSeen(let observation, let at):
      // What the clock alone would have done comes first, so that money seen at the deadline is late.
      assess(at: at)
      record(observation, at: at)
      assess(at: at)
    case .clock(let at):
      assess(at: at)
    case .cancel(let at):
      assess(at: at)
      effects.append(.cancelAnswered(cancel()))
    }
    guard progress != before else { return effects }
    progress.version += 1
    progress.updatedAt = max(progress.updatedAt, event.at)
    return [.changed] + effects
  }
}

extension InvoiceMachine {
  private mutating func record(_ observation: TransferObservation, at: Timestamp) {
    let known = progress.transfers.firstIndex { $0.id == observation.id }
    guard let known else {
      // A transfer that was never seen alive is no news.
      guard !observation.removed else { return }
      // A clock set back must not make late money punctual.
      let seenAt = state == .expired ? max(at, terms.expiresAt) : at
      progress.transfers.append(
        InvoiceTransfer(observation, confirmationsWanted: terms.confirmationsWanted, firstSeenAt: seenAt))
      return
    }
    let old = progress.transfers[known]
    let new = InvoiceTransfer(
      observation, confirmationsWanted: terms.confirmationsWanted, firstSeenAt: old.firstSeenAt)
    // Confirmations beyond those wanted are no change worth a version and an event each.
    if old.state == .confirmed, new.state == .confirmed, old.amount == new.amount { return }
    progress.transfers[known] = new
  }

  private mutating func cancel() -> CancelAnswer {
    if state == .cancelled { return .cancelled }
    guard state == .pending, paidAmount == .zero else { return .tooLate }
    progress.state = .cancelled
    return .cancelled
  }

  private mutating func assess(at now: Timestamp) {
    progress.state = assessedState(at: now)
    progress.payment = assessedPayment()
  }

  private var isReachedInTime: Bool {
    let inTime = transfers.lazy.filter { $0.state != .removed && $0.firstSeenAt < terms.expiresAt }
    return terms.isReached(by: inTime.map(\.amount).saturatedSum())
  }

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
    if terms.isReached(by: confirmedAmount) { return .settled }
    return now < terms.monitoringUntil ? .processing : .invalid
  }

  private func assessedPayment() -> InvoicePayment {
    let paid = paidAmount
    guard paid > .zero else { return .none }
    guard terms.isReached(by: paid) else { return .partial }
    if state == .cancelled || !isReachedInTime { return .late }
    guard let amount = terms.amount, paid > amount else { return .paid }
    return .over
  }
}
