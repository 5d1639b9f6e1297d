import PaymentsModel

/// The payments that wait for the owner's answer: one of each app is visible, the others of the app wait behind it.
///
/// A pure value. An app may have so many questions waiting and put so many new ones a minute: a place is reserved
/// before the order is stored, so that what is refused leaves no trace. An order that comes back to the owner, because
/// its fee rose, is not a new question.
struct PromptQueue {
  /// How much the owner is asked.
  struct Limits: Sendable, Hashable {
    /// Questions that wait, of all apps.
    var total: Int
    /// Questions of one app that wait.
    var perApp: Int
    /// New questions of one app within a minute.
    var perMinute: Int
  }

  /// A payment that needs an answer.
  struct Question: Sendable, Hashable {
    let id: OrderID
    let app: AppKey
    /// The app's request, of which several copies may come at once.
    let requestID: PaymentRequestID
    /// From then on nobody needs the answer; `nil` for never.
    let until: Timestamp?
  }

  /// Why a question cannot be put.
  enum Refusal: Error, Hashable {
    /// Too many wait already.
    case tooManyWait
    /// The app asks too often; it may again after so long.
    case tooOften(Duration)
  }

  /// How a question stands.
  enum Status: Hashable {
    /// The owner sees it; so many further ones of its app wait behind it.
    case visible(behind: Int)
    /// So many of its app come before it.
    case queued(before: Int)
  }

  private struct Entry {
    var question: Question
    /// Whether its order is stored and the question was put; a reservation until then.
    var isPut: Bool
  }

  static let window: Duration = .seconds(60)

  private let limits: Limits
  /// In the order in which the owner sees them.
  private var entries: [Entry] = []
  /// When each app put its new questions of the last minute.
  private var asked: [AppKey: [Timestamp]] = [:]

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Keeps a place for a question whose order is about to be stored; `put` or `giveBack` follows.
  mutating func reserve(_ question: Question, at now: Timestamp) throws(Refusal) {
    expire(at: now)
    // A copy of the same request becomes the same order, and the owner is asked once.
    if entries.contains(where: { $0.question.app == question.app && $0.question.requestID == question.requestID }) {
      return
    }
    guard entries.count < limits.total, entries.count(where: { $0.question.app == question.app }) < limits.perApp else {
      throw .tooManyWait
    }
    // A time after now was noted before the clock was set back, and says nothing any more.
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

  /// Gives an unused reservation back; it does not count as asked.
  mutating func giveBack(_ id: OrderID) {
    guard let place = entries.firstIndex(where: { $0.question.id == id && !$0.isPut }) else { return }
    let app = entries.remove(at: place).question.app
    _ = asked[app]?.popLast()
  }

  /// Puts a question: in its reserved place, or at the end.
  mutating func put(_ question: Question) {
    guard let place = entries.firstIndex(where: { $0.question.id == question.id }) else {
      return entries.append(Entry(question: question, isPut: true))
    }
    entries[place] = Entry(question: question, isPut: true)
  }

  /// Takes a question back that was put; nothing where there is none.
  mutating func withdraw(_ id: OrderID) {
    entries.removeAll { $0.question.id == id && $0.isPut }
  }

  /// Drops the questions whose time is over.
  mutating func expire(at now: Timestamp) {
    entries.removeAll { entry in entry.isPut && entry.question.until.map { $0 <= now } == true }
  }

  /// What the owner sees: the first question of each app whose time is not over, oldest first.
  func visible(at now: Timestamp) -> [Question] {
    var seen: Set<AppKey> = []
    return live(at: now).filter { seen.insert($0.app).inserted }
  }

  /// How many questions wait, seen or not.
  func count(at now: Timestamp) -> Int { live(at: now).count }

  /// How a question stands; `nil` where it does not wait.
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
