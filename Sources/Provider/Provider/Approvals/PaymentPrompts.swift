import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization

/// The ``PromptQueue`` of the provider, shared by the intake of orders, the orders and the owner's socket.
final class PaymentPrompts: Sendable {
  private let clock: any WallClock
  private let notices: OwnerNotices
  private let queue: Mutex<PromptQueue>

  init(_ limits: LimitsConfiguration, clock: any WallClock, notices: OwnerNotices) {
    self.clock = clock
    self.notices = notices
    queue = Mutex(PromptQueue(.init(limits)))
  }

  /// Applies other limits to questions that come from now on.
  func change(_ limits: LimitsConfiguration) {
    queue.withLock { $0.limits = .init(limits) }
  }

  /// The questions that the owner sees, in the order in which they are shown.
  var visible: [PromptQueue.Question] {
    let now = clock.now()
    return queue.withLock { $0.visible(at: now) }
  }

  /// The number of waiting questions.
  var count: Int {
    let now = clock.now()
    return queue.withLock { $0.count(at: now) }
  }

  /// Returns how many later questions of its app wait beside a question; `nil` if it does not wait.
  func behind(_ id: OrderID) -> Int? {
    let now = clock.now()
    return queue.withLock { $0.behind(id, at: now) }
  }

  /// Reserves a place for the question about an order that is about to be stored.
  func reserve(_ terms: OrderTerms) throws(PaymentsFailure) {
    let now = clock.now()
    do throws(PromptQueue.Refusal) {
      try queue.withLock { queue throws(PromptQueue.Refusal) in try queue.reserve(.init(terms), at: now) }
    } catch {
      switch error {
      case .tooManyWait: throw PaymentsFailure(.tooManyPrompts)
      case .tooOften(let wait):
        throw PaymentsFailure(.tooManyPrompts, retryAfterMilliseconds: max(1, Int(wait / .milliseconds(1))))
      }
    }
  }

  /// Releases the place of an order that was not stored after all.
  func giveBack(_ id: OrderID) {
    queue.withLock { $0.giveBack(id) }
  }

  /// Announces that something else has changed of what the owner is shown with the questions.
  func changed() { notices.changed() }

  /// Asks the question about a stored order.
  func put(_ terms: OrderTerms) {
    queue.withLock { $0.put(.init(terms)) }
    notices.changed()
  }

  /// Withdraws a question for any reason.
  func withdraw(_ id: OrderID) {
    queue.withLock { $0.withdraw(id) }
    notices.changed()
  }

  /// Withdraws the question of an order whose stored version does not wait for an answer.
  func follow(_ order: OrderMachine) {
    guard order.state != .awaitingApproval || order.progress.quote == nil else { return }
    withdraw(order.terms.id)
  }
}

extension PromptQueue.Limits {
  fileprivate init(_ limits: LimitsConfiguration) {
    self.init(total: limits.prompts, perApp: limits.promptsPerApp, perMinute: limits.promptsPerMinute)
  }
}

extension PromptQueue.Question {
  fileprivate init(_ terms: OrderTerms) {
    self.init(id: terms.id, app: terms.app, requestID: terms.requestID, until: terms.expiresAt)
  }
}
