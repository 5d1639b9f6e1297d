import PaymentsModel

/// Decides which requests for payments are worked on now, and tells the others when to come back. Work on a request that
/// cannot be finished in time is lost, and so is the wallet's: it is refused before the wallet is asked. Who comes back under
/// the same request has kept its place. A pure value.
///
/// Apps take turns: the second request of an app stands behind the first of each other one, however many there are.
struct AdmissionQueue {
  /// A request that was told to come back.
  struct Key: Hashable, Sendable {
    let app: AppKey
    let request: String
  }

  /// The answer to a request that arrives.
  enum Arrival: Hashable, Sendable {
    case enters
    case comesBack(afterMilliseconds: Int)
  }

  private struct Place {
    let request: String
    var keptUntil: ContinuousClock.Instant
  }

  /// How many requests are worked on at once: what the wallet does within four seconds, so that it has something to do while
  /// the next ones are on their way, and each that is let in is answered soon.
  static let widths = 16...64
  private static let work: Duration = .seconds(4)
  /// How many requests of an app keep a place. Others come back as well, and then stand at the end.
  static let mostPlaces = 256
  /// Within which times a request is told to come back, in milliseconds.
  static let waits = 250...60_000
  /// A place is kept for so long after the time that was told: an app that was refused before waits for longer than that.
  static let patience: Duration = .seconds(65)

  private let fixedWidth: Int?
  private var underWay = 0
  private var places: [AppKey: [Place]] = [:]
  private var pace = WorkPace()

  /// - Parameter width: how many are worked on at once, whatever the wallet does.
  init(width: Int? = nil) { fixedWidth = width }

  private var width: Int {
    fixedWidth ?? Int(Self.work / max(pace.interval, .milliseconds(1))).clamped(to: Self.widths)
  }

  /// A request arrives, for the first time or again.
  mutating func arrive(_ key: Key, at now: ContinuousClock.Instant) -> Arrival {
    dropForgotten(now)
    let width = width
    let own = places[key.app] ?? []
    let index = own.firstIndex { $0.request == key.request }
    let ahead = requestsAhead(of: key.app, at: index ?? own.count)
    // The wallet must not run out of work because those who stand before are still waiting for their time.
    guard underWay + ahead < width || underWay < width / 2 else {
      let wait = pace.milliseconds(for: underWay + ahead + 1 - width).clamped(to: Self.waits)
      let place = Place(request: key.request, keptUntil: now + .milliseconds(wait) + Self.patience)
      if let index {
        places[key.app]?[index] = place
      } else if own.count < Self.mostPlaces {
        places[key.app, default: []].append(place)
      }
      return .comesBack(afterMilliseconds: wait)
    }
    if let index { remove(key.app, at: index) }
    underWay += 1
    return .enters
  }

  /// The work on a request has ended, whatever came of it.
  mutating func leave(at now: ContinuousClock.Instant) {
    pace.ended(at: now, isBusy: underWay > 1)
    underWay -= 1
  }

  /// How many requests come before one that is at a position in the line of its app.
  private func requestsAhead(of app: AppKey, at index: Int) -> Int {
    places.reduce(index) { $1.key == app ? $0 : $0 + min($1.value.count, index) }
  }

  private mutating func dropForgotten(_ now: ContinuousClock.Instant) {
    for app in places.keys {
      places[app]?.removeAll { $0.keptUntil <= now }
      if places[app]?.isEmpty == true { places[app] = nil }
    }
  }

  private mutating func remove(_ app: AppKey, at index: Int) {
    places[app]?.remove(at: index)
    if places[app]?.isEmpty == true { places[app] = nil }
  }
}

/// How fast work is done, measured by how long after each other pieces of it end. A pure value.
struct WorkPace: Sendable {
  private static let longest = Duration.seconds(10)

  /// The average, which follows the newest measurements.
  private(set) var interval = Duration.milliseconds(50)
  private var lastEnd: ContinuousClock.Instant?

  /// Notes that a piece has ended.
  ///
  /// - Parameter isBusy: whether there was more to do, so that the time since the last end tells how fast that is done.
  mutating func ended(at now: ContinuousClock.Instant, isBusy: Bool) {
    if isBusy, let lastEnd { interval += (min(now - lastEnd, Self.longest) - interval) / 8 }
    lastEnd = now
  }

  /// How long so many pieces take.
  func milliseconds(for count: Int) -> Int {
    let (seconds, attoseconds) = (interval * count).components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
