package import PaymentsModel

/// Divides a limited number of sessions among the approved apps, so that no app can use them all.
///
/// A pure value. The number of places of each app is limited. If all places are in use, an app without a session gets
/// one from the app that has the most.
package struct SessionPlaces: Sendable {
  /// The numbers of places.
  package struct Limits: Sendable, Hashable {
    /// The number of places of all apps.
    package var total: Int
    /// The number of places of one app.
    package var perApp: Int

    /// Creates limits.
    package init(total: Int, perApp: Int) {
      self.total = total
      self.perApp = perApp
    }
  }

  /// The result of asking for a place.
  package enum Decision: Sendable, Hashable {
    /// The session got a free place.
    case taken
    /// The session got the place of the named session, which has to be ended.
    case takenFrom(String)
    /// There is no place for the session.
    case refused
  }

  private struct Place: Sendable {
    let session: String
    let app: AppKey
  }

  private let limits: Limits
  /// The places in use, oldest first.
  private var places: [Place] = []

  /// Creates a value with all places free.
  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// Asks for a place for a session.
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

  /// Gives a place to a session that cannot be refused any more, such as one that waited and was then approved.
  package mutating func hold(_ session: String, for app: AppKey) {
    places.append(Place(session: session, app: app))
  }

  /// Releases the place of a session that has ended. Does nothing if it has no place.
  package mutating func leave(_ session: String) {
    places.removeAll { $0.session == session }
  }

  /// The app with the most places, if it has more than one.
  private var appWithMost: AppKey? {
    let counts = Dictionary(places.map { ($0.app, 1) }, uniquingKeysWith: +)
    // Among several such apps it is the one with the oldest session, so that the choice does not depend on the order of
    // a dictionary.
    let most = counts.values.max() ?? 0
    return most > 1 ? places.first { counts[$0.app] == most }?.app : nil
  }
}
