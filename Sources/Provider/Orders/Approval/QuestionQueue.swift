package import PaymentsModel

/// The payments that wait for the owner's answer, who may answer them in any order. The first of each app come before
/// the second of any, so that an app that asks much hides nothing of the others.
///
/// A pure value. The numbers of waiting questions and of new questions per minute are limited for each app. A place is
/// reserved before the order is stored, so that a refused request leaves no trace. An order that comes back to the
/// owner because its fee rose is not a new question.
package struct QuestionQueue {
  /// The limits of the queue.
  package struct Limits: Sendable, Hashable {
    /// The largest number of waiting questions of all apps.
    package var total: Int
    /// The largest number of waiting questions of one app.
    package var perApp: Int
    /// The largest number of new questions of one app within a minute.
    package var perMinute: Int

    package init(total: Int, perApp: Int, perMinute: Int) {
      self.total = total
      self.perApp = perApp
      self.perMinute = perMinute
    }
  }

  /// A payment that needs an answer of the owner.
  package struct Question: Sendable, Hashable {
    package let id: OrderID
    package let app: AppKey
    /// The app's request. Several copies of it may arrive at the same time.
    package let requestID: PaymentRequestID
    /// The time from which on no answer is needed any more; `nil` for never.
    package let until: Timestamp?
  }

  /// The reason why a question is not accepted.
  package enum Refusal: Error, Hashable {
    /// Too many questions wait already.
    case tooManyWait
    /// The app asks too often. It may ask again after this time.
    case tooOften(Duration)
  }

  private struct Entry {
    var question: Question
    /// Whether the order is stored and the question was asked. Until then the entry is a reservation.
    var isPut: Bool
  }

  package static let window: Duration = .seconds(60)

  package var limits: Limits
  /// The entries in the order in which the owner sees them.
  private var entries: [Entry] = []
  /// The times of each app's new questions in the last minute.
  private var asked: [AppKey: [Timestamp]] = [:]

  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// Reserves a place for a question whose order is about to be stored. `put` or `giveBack` has to follow.
  package mutating func reserve(_ question: Question, at now: Timestamp) throws(Refusal) {
    expire(at: now)
    // A copy of the same request leads to the same order, so that the owner is asked once.
    if entries.contains(where: { $0.question.app == question.app && $0.question.requestID == question.requestID }) {
      return
    }
    guard entries.count < limits.total, entries.count(where: { $0.question.app == question.app }) < limits.perApp else {
      throw .tooManyWait
    }
    // A time in the future was recorded before the clock was set back. It is ignored.
    asked = asked.compactMapValues { times in
      let recent = times.filter { $0 <= now && $0.advanced(by: Self.window) > now }
      return recent.isEmpty ? nil : recent
    }
    let recent = asked[question.app] ?? []
    if recent.count >= limits.perMinute, let first = recent.first {
      throw .tooOften(first.advanced(by: Self.window).since(now))
    }
    asked[question.app] = recent + [now]
    entries.append(Entry(question: question, isPut: false))
  }

  /// Releases an unused reservation. It does not count as a new question.
  package mutating func giveBack(_ id: OrderID) {
    guard let place = entries.firstIndex(where: { $0.question.id == id && !$0.isPut }) else { return }
    let app = entries.remove(at: place).question.app
    _ = asked[app]?.popLast()
  }

  /// Adds a question: in its reserved place, or at the end.
  package mutating func put(_ question: Question) {
    guard let place = entries.firstIndex(where: { $0.question.id == question.id }) else {
      return entries.append(Entry(question: question, isPut: true))
    }
    entries[place] = Entry(question: question, isPut: true)
  }

  /// Removes a question. Does nothing if there is none.
  package mutating func withdraw(_ id: OrderID) {
    entries.removeAll { $0.question.id == id && $0.isPut }
  }

  /// Removes the questions whose time is over.
  package mutating func expire(at now: Timestamp) {
    entries.removeAll { entry in entry.isPut && entry.question.until.map { $0 <= now } == true }
  }

  /// Returns what the owner sees: the questions whose time is not over, those first that are the first of their app,
  /// and otherwise oldest first.
  package func visible(at now: Timestamp) -> [Question] {
    var places: [AppKey: Int] = [:]
    let ranked = live(at: now).enumerated().map { arrival, question in
      places[question.app, default: 0] += 1
      return (rank: places[question.app] ?? 0, arrival: arrival, question: question)
    }
    return ranked.sorted { ($0.rank, $0.arrival) < ($1.rank, $1.arrival) }.map(\.question)
  }

  /// Returns the number of waiting questions.
  package func count(at now: Timestamp) -> Int { live(at: now).count }

  /// Returns how many later questions of its app wait beside a question; `nil` if it does not wait.
  package func behind(_ id: OrderID, at now: Timestamp) -> Int? {
    let live = live(at: now)
    guard let place = live.firstIndex(where: { $0.id == id }) else { return nil }
    return live[(place + 1)...].count { $0.app == live[place].app }
  }

  private func live(at now: Timestamp) -> [Question] {
    entries.lazy.filter { $0.isPut && $0.question.until.map { $0 > now } != false }.map(\.question)
  }
}
