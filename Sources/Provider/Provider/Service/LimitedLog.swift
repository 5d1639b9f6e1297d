import Logging
import Synchronization

/// Passes log lines on, but of each place in the code only so many a minute: who connects, asks or breaks things often
/// must not fill a disk. What was left out is counted, and the count is logged.
struct LimitedLog: LogHandler {
  private var inner: any LogHandler
  private let quota: LogQuota

  init(_ inner: any LogHandler, quota: LogQuota) {
    self.inner = inner
    self.quota = quota
  }

  var logLevel: Logger.Level {
    get { inner.logLevel }
    set { inner.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = newValue }
  }

  var metadataProvider: Logger.MetadataProvider? {
    get { inner.metadataProvider }
    set { inner.metadataProvider = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: key] }
    set { inner[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    let line = LogQuota.Line(place: "\(event.file):\(event.line)", level: event.level, message: "\(event.message)")
    switch quota.admit(line, at: .now) {
    case .leftOut: return
    case .passed(let before):
      if let before { tell(before) }
      inner.log(event: event)
    }
  }

  /// Logs how many lines were left out, where that is known and was not said.
  func tellLeftOut() {
    for summary in quota.takeOver(at: .now) { tell(summary) }
  }

  private func tell(_ summary: LogQuota.Summary) {
    inner.log(
      event: LogEvent(
        level: summary.line.level, message: "\(summary.line.message)",
        metadata: ["lines_left_out": "\(summary.leftOut)"], source: "Provider", file: #fileID, function: #function,
        line: #line))
  }
}

/// How many lines of each place in the code are logged within a minute, and how many were left out.
final class LogQuota: Sendable {
  /// A line to log.
  struct Line: Sendable, Hashable {
    let place: String
    let level: Logger.Level
    let message: String
  }

  /// What became of a line.
  enum Verdict: Equatable {
    /// The line is logged, after the count of those that were left out before it.
    case passed(after: Summary?)
    case leftOut
  }

  /// Lines that were left out.
  struct Summary: Sendable, Equatable {
    /// The first of them.
    let line: Line
    let leftOut: Int
  }

  static let most = 10
  static let window = Duration.seconds(60)

  private struct Place: Sendable {
    var begun: ContinuousClock.Instant
    var passed = 0
    var firstLeftOut: Line?
    var leftOut = 0

    var summary: Summary? { firstLeftOut.map { Summary(line: $0, leftOut: leftOut) } }
  }

  // As many as there are places in the code.
  private let places = Mutex<[String: Place]>([:])

  /// Whether a line is logged.
  func admit(_ line: Line, at now: ContinuousClock.Instant) -> Verdict {
    // What ends the program is never too much.
    guard line.level < .critical else { return .passed(after: nil) }
    return places.withLock { places in
      var place = places[line.place] ?? Place(begun: now)
      defer { places[line.place] = place }
      var before: Summary?
      if place.begun + Self.window <= now {
        before = place.summary
        place = Place(begun: now)
      }
      if place.passed < Self.most {
        place.passed += 1
        return .passed(after: before)
      }
      if place.firstLeftOut == nil { place.firstLeftOut = line }
      place.leftOut += 1
      return .leftOut
    }
  }

  /// What was left out in minutes that are over, each told once.
  func takeOver(at now: ContinuousClock.Instant) -> [Summary] {
    places.withLock { places in
      let over = places.filter { $0.value.begun + Self.window <= now }
      for place in over.keys { places[place] = nil }
      return over.values.compactMap(\.summary)
    }
  }
}
