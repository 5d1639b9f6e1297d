import PaymentsModel

/// What is remembered of the apps that asked to be paired: how often each asked, and which were denied.
///
/// A pure value, bounded: keys cost nothing to make. An entry is made only when the owner is really asked or has
/// denied, which the back-off of all apps together bounds.
struct PairingHistory: Sendable {
  /// Apps that are remembered; of more the one that was quiet for longest is forgotten.
  static let most = 256
  /// One app: three questions at once, then one after half a minute, a minute, and so on.
  static let perApp = QuestionBackOff.Pace(
    free: 3, first: .seconds(30), longest: .seconds(600), forgotten: .seconds(3600))
  /// All apps together: a bell for each of eight, and then at most one a minute.
  static let inAll = QuestionBackOff.Pace(free: 8, first: .seconds(5), longest: .seconds(60), forgotten: .seconds(600))
  /// After a denial the app is answered from memory for a minute, after a second one for two.
  static let afterDenial = QuestionBackOff.Pace(
    free: 1, first: .seconds(60), longest: .seconds(3600), forgotten: .seconds(24 * 3600))

  private struct Entry: Sendable {
    var asked = QuestionBackOff(PairingHistory.perApp)
    var denied = QuestionBackOff(PairingHistory.afterDenial)
    var last: Timestamp
  }

  private var apps: [AppKey: Entry] = [:]
  /// How many apps are remembered.
  var count: Int { apps.count }
  private var all = QuestionBackOff(PairingHistory.inAll)

  /// How long the last denial of an app is its answer; `nil` where it is none.
  func denied(_ app: AppKey, at now: Timestamp) -> Duration? { apps[app]?.denied.wait(at: now) }

  /// How long until the owner may be asked about an app; `nil` where that may be now.
  func wait(_ app: AppKey, at now: Timestamp) -> Duration? {
    let own = apps[app]?.asked.wait(at: now)
    guard let common = all.wait(at: now) else { return own }
    return max(own ?? .zero, common)
  }

  /// The owner is asked about an app.
  mutating func noteQuestion(_ app: AppKey, at now: Timestamp) {
    all.note(at: now)
    change(app, at: now) { $0.asked.note(at: now) }
  }

  /// The owner denied an app.
  mutating func noteDenial(_ app: AppKey, at now: Timestamp) {
    change(app, at: now) { $0.denied.note(at: now) }
  }

  /// The owner let an app in: nothing is held against it any more.
  mutating func forget(_ app: AppKey) { apps[app] = nil }

  private mutating func change(_ app: AppKey, at now: Timestamp, _ body: (inout Entry) -> Void) {
    var entry = apps[app] ?? Entry(last: now)
    entry.last = now
    body(&entry)
    apps[app] = entry
    guard apps.count > Self.most else { return }
    apps = apps.filter { !$0.value.asked.isForgotten(at: now) || !$0.value.denied.isForgotten(at: now) }
    if apps.count > Self.most, let oldest = apps.min(by: { $0.value.last < $1.value.last })?.key { apps[oldest] = nil }
  }
}
