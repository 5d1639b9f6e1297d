import PaymentsModel

/// Remembers the apps that asked to be paired: how often each asked, and which were denied.
///
/// A pure value of bounded size, since a program can create any number of keys. An entry is made only when the owner is
/// actually asked or has denied an app. The common back-off of all apps limits how often that happens.
struct PairingHistory: Sendable {
  /// The largest number of apps that are remembered. Beyond it, the app that was inactive for longest is forgotten.
  static let most = 256
  /// The back-off of one app: three questions at once, then one after half a minute, a minute, and so on.
  static let perApp = QuestionBackOff.Pace(
    free: 3, first: .seconds(30), longest: .seconds(600), forgotten: .seconds(3600))
  /// The common back-off of all apps: eight questions at once, later at most one per minute.
  static let inAll = QuestionBackOff.Pace(free: 8, first: .seconds(5), longest: .seconds(60), forgotten: .seconds(600))
  /// After a denial the app is denied without a question for one minute, after the second denial for two, and so on.
  static let afterDenial = QuestionBackOff.Pace(
    free: 1, first: .seconds(60), longest: .seconds(3600), forgotten: .seconds(24 * 3600))

  private struct Entry: Sendable {
    var asked = QuestionBackOff(PairingHistory.perApp)
    var denied = QuestionBackOff(PairingHistory.afterDenial)
    var last: Timestamp
  }

  private var apps: [AppKey: Entry] = [:]
  /// The number of apps that are remembered.
  var count: Int { apps.count }
  private var all = QuestionBackOff(PairingHistory.inAll)

  /// Returns for how long an app is still denied without a question; `nil` if it is not.
  func denied(_ app: AppKey, at now: Timestamp) -> Duration? { apps[app]?.denied.wait(at: now) }

  /// Returns how long to wait until the owner may be asked about an app; `nil` if that is possible now.
  func wait(_ app: AppKey, at now: Timestamp) -> Duration? {
    let own = apps[app]?.asked.wait(at: now)
    guard let common = all.wait(at: now) else { return own }
    return max(own ?? .zero, common)
  }

  /// Records that the owner is asked about an app.
  mutating func noteQuestion(_ app: AppKey, at now: Timestamp) {
    all.note(at: now)
    change(app, at: now) { $0.asked.note(at: now) }
  }

  /// Records that the owner denied an app.
  mutating func noteDenial(_ app: AppKey, at now: Timestamp) {
    change(app, at: now) { $0.denied.note(at: now) }
  }

  /// Removes an app that the owner admitted, so that its earlier questions no longer count.
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
