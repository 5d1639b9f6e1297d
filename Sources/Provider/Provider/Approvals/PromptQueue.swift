import PaymentsModel

/// The payments that wait for the owner's answer. One of each app is visible, and the others of the app wait behind it.
///
/// A pure value. The numbers of waiting questions and of new questions per minute are limited for each app. A place is
/// reserved before the order is stored, so that a refused request leaves no trace. An order that comes back to the
/// owner because its fee rose is not a new question.
struct PromptQueue {
  /// The limits of the queue.
  struct Limits: Sendable, Hashable {
    /// The largest number of waiting questions of all apps.
    var total: Int
    /// The largest number of waiting questions of one app.
    var perApp: Int
    /// The largest number of new questions of one app within a minute.
    var perMinute: Int
  }

  /// A payment that needs an answer of the owner.
  struct Question: Sendable, Hashable {
    let id: OrderID
    let app: AppKey
    /// The app's request. Several copies of it may arrive at the same time.
    let requestID: PaymentRequestID
    /// The time from which on no answer is needed any more; `nil` for never.
    let until: Timestamp?
  }

  /// The reason why a question is not accepted.
  enum Refusal: Error, Hashable {
    /// Too many questions wait already.
    case tooManyWait
    /// The app asks too often. It may ask again after this time.
    case tooOften(Duration)
  }

  /// The status of a waiting question.
  enum Status: Hashable {
    /// The owner sees the question. `behind` is the number of questions of its app that wait behind it.
    case visible(behind: Int)
    /// The question waits behind this number of questions of its app.
    case queued(before: Int)
  }

  private struct Entry {
    var question: Question
    /// Whether the order is stored and the question was asked. Until then the entry is a reservation.
    var isPut: Bool
  }

  static let window: Duration = .seconds(60)

  private let limits: Limits
  /// The entries in the order in which the owner sees them.
  private var entries: [Entry] = []
  /// The times of each app's new questions in the last minute.
  private var asked: [AppKey: [Timestamp]] = [:]

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Reserves a place for a question whose order is about to be stored. `put` or `giveBack` has to follow.
  mutating func reserve(_ question: Question, at now: Timestamp) throws(Refusal) {
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
  mutating func giveBack(_ id: OrderID) {
    guard let place = entries.firstIndex(where: { $0.question.id == id && !$0.isPut }) else { return }
    let app = entries.remove(at: place).question.app
    _ = asked[app]?.popLast()
  }

  /// Adds a question: in its reserved place, or at the end.
  mutating func put(_ question: Question) {
    guard let place = entries.firstIndex(where: { $0.question.id == question.id }) else {
      return entries.append(Entry(question: question, isPut: true))
    }
    entries[place] = Entry(question: question, isPut: true)
  }

  /// Removes a question. Does nothing if there is none.
  mutating func withdraw(_ id: OrderID) {
    entries.removeAll { $0.question.id == id && $0.isPut }
  }

  /// Removes the questions whose time is over.
  mutating func expire(at now: Timestamp) {
    entries.removeAll { entry in entry.isPut && entry.question.until.map { $0 <= now } == true }
  }

  /// Returns what the owner sees: the first question of each app whose time is not over, oldest first.
  func visible(at now: Timestamp) -> [Question] {
    var seen: Set<AppKey> = []
    return live(at: now).filter { seen.insert($0.app).inserted }
  }

  /// Returns the number of waiting questions, visible or not.
  func count(at now: Timestamp) -> Int { live(at: now).count }

  /// Returns the status of a question; `nil` if it does not wait.
  func status(of id: OrderID, at now: Timestamp) -> Status? {
    let live = live(at: now)
    guard let app = live.first(where: { $0.id == id })?.app else { return nil }
    let own = live.filter { $0.app == app }
    guard let place = own.firstIndex(where: { $0.id == id }) else { return nil }
    return place == 0 ? .visible(behind: own.count - 1) : .queued(before: place)
  }

  private func live(at now: Timestamp) -> [Question] {
    entries.lazy.filter { $0.isPut && $0.question.until.map { $0 > now } != false }.map(\.question)
  }
}
