package import PaymentsModel

/// Which sessions of approved apps hold the places that there are, so that no app can take them all.
///
/// A pure value. An app has so many at most; and where all places are taken, one that has none gets a place from the
/// app that has the most.
package struct SessionPlaces: Sendable {
  /// How many places there are.
  package struct Limits: Sendable, Hashable {
    /// Of all apps.
    package var total: Int
    /// Of one app.
    package var perApp: Int

    /// Both.
    package init(total: Int, perApp: Int) {
      self.total = total
      self.perApp = perApp
    }
  }

  /// What becomes of a session that wants a place.
  package enum Decision: Sendable, Hashable {
    /// It has one.
    case taken
    /// It has the one of this session, which is to be ended.
    case takenFrom(String)
    /// There is none for it.
    case refused
  }

  private struct Place: Sendable {
    let session: String
    let app: AppKey
  }

  private let limits: Limits
  /// The oldest first.
  private var places: [Place] = []

  /// All free.
  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// Asks for a place.
  package mutating func take(_ session: String, for app: AppKey) -> Decision {
    let own = places.count { $0.app == app }
    guard own < limits.perApp else { return .refused }
    guard places.count >= limits.total else {
      hold(session, for: app)
      return .taken
    }
    guard own == 0, let rich = appWithMost, let victim = places.firstIndex(where: { $0.app == rich }) else {
      return .refused
    }
    let gone = places.remove(at: victim).session
    hold(session, for: app)
    return .takenFrom(gone)
  }

  /// Gives a place to a session that cannot be refused any more, such as one that waited and was approved.
  package mutating func hold(_ session: String, for app: AppKey) {
    places.append(Place(session: session, app: app))
  }

  /// A session has ended; nothing where it held no place.
  package mutating func leave(_ session: String) {
    places.removeAll { $0.session == session }
  }

  /// The app with the most places, where that is more than one.
  private var appWithMost: AppKey? {
    let counts = Dictionary(places.map { ($0.app, 1) }, uniquingKeysWith: +)
    // Of several the one with the oldest session, so that the choice does not depend on the order of a dictionary.
    let most = counts.values.max() ?? 0
    return most > 1 ? places.first { counts[$0.app] == most }?.app : nil
  }
}
