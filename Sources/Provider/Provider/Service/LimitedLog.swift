import Logging
import Synchronization

/// Passes log lines on, but limits their number per minute for each place in the code, so that an app which connects,
/// asks or fails often cannot fill the disk. The number of omitted lines is logged.
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

  /// Logs the numbers of omitted lines that were not logged yet.
  func tellLeftOut() {
    for summary in quota.takeOver(at: .now) { tell(summary) }
  }

  private func tell(_ summary: LogQuota.Summary) {
    inner.log(
      event: LogEvent(
        level: summary.line.level, message: "\(summary.line.message)",
        metadata: ["lines_left_out": .stringConvertible(summary.leftOut)], source: "Provider", file: #fileID,
        function: #function,
        line: #line))
  }
}

/// Counts for each place in the code how many lines were logged and omitted within a minute.
final class LogQuota: Sendable {
  /// A line to log.
  struct Line: Sendable, Hashable {
    let place: String
    let level: Logger.Level
    let message: String
  }

  /// The decision on a line.
  enum Verdict: Equatable {
    /// The line is logged, after the count of those that were left out before it.
    case passed(after: Summary?)
    case leftOut
  }

  /// A number of omitted lines.
  struct Summary: Sendable, Equatable {
    /// The first omitted line.
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

  // It has at most as many entries as the code has places that log.
  private let places = Mutex<[String: Place]>([:])

  /// Decides whether a line is logged.
  func admit(_ line: Line, at now: ContinuousClock.Instant) -> Verdict {
    // A line about the end of the program is never omitted.
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

  /// Returns the numbers of omitted lines in minutes that are over. Each number is returned once.
  func takeOver(at now: ContinuousClock.Instant) -> [Summary] {
    places.withLock { places in
      let over = places.filter { $0.value.begun + Self.window <= now }
      for place in over.keys { places[place] = nil }
      return over.values.compactMap(\.summary)
    }
  }
}
