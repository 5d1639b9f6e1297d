package import PaymentsCore
package import PaymentsModel
import Synchronization

/// The ``QuestionQueue`` of the provider, shared by the intake of orders, the orders and the owner's socket.
package final class OrderQuestions: Sendable {
  private let clock: any WallClock
  private let reports: any OrderReports
  private let queue: Mutex<QuestionQueue>

  init(_ limits: QuestionQueue.Limits, clock: any WallClock, reports: any OrderReports) {
    self.clock = clock
    self.reports = reports
    queue = Mutex(QuestionQueue(limits))
  }

  /// Applies other limits to questions that come from now on.
  package func change(_ limits: QuestionQueue.Limits) {
    queue.withLock { $0.limits = limits }
  }

  /// The questions that the owner sees, in the order in which they are shown.
  package var visible: [QuestionQueue.Question] {
    let now = clock.now()
    return queue.withLock { $0.visible(at: now) }
  }

  /// The number of waiting questions.
  package var count: Int {
    let now = clock.now()
    return queue.withLock { $0.count(at: now) }
  }

  /// Returns how many later questions of its app wait beside a question; `nil` if it does not wait.
  package func behind(_ id: OrderID) -> Int? {
    let now = clock.now()
    return queue.withLock { $0.behind(id, at: now) }
  }

  /// Reserves a place for the question about an order that is about to be stored.
  func reserve(_ terms: OrderTerms) throws(QuestionQueue.Refusal) {
    let now = clock.now()
    try queue.withLock { queue throws(QuestionQueue.Refusal) in try queue.reserve(.init(terms), at: now) }
  }

  /// Releases the place of an order that was not stored after all.
  package func giveBack(_ id: OrderID) {
    queue.withLock { $0.giveBack(id) }
  }

  /// Announces that something else has changed of what the owner is shown with the questions.
  package func changed() { reports.questionsChanged() }

  /// Asks the question about a stored order.
  package func put(_ terms: OrderTerms) {
    queue.withLock { $0.put(.init(terms)) }
    reports.questionsChanged()
  }

  /// Withdraws a question for any reason.
  package func withdraw(_ id: OrderID) {
    queue.withLock { $0.withdraw(id) }
    reports.questionsChanged()
  }

  /// Withdraws the question of an order whose stored version does not wait for an answer.
  package func follow(_ order: OrderMachine) {
    guard order.state != .awaitingApproval || order.progress.quote == nil else { return }
    withdraw(order.terms.id)
  }
}

extension QuestionQueue.Question {
  fileprivate init(_ terms: OrderTerms) {
    self.init(id: terms.id, app: terms.app, requestID: terms.requestID, until: terms.expiresAt)
  }
}
