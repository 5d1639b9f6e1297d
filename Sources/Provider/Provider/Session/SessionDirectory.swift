import PaymentsModel
import ServiceHost
import Synchronization

/// The open sessions and their places. Decisions of the owner reach sessions through it, and stopping the provider ends
/// all of them.
///
/// A session is added at its admission, before its connection is open, so that it does not miss decisions in between
/// and its place is not given to another session.
final class SessionDirectory: Sendable {
  /// The result of admitting a session of an approved app.
  enum Admission {
    /// The session is let in; where there were too many, this other one has to end for it.
    case admitted(ending: AppSession?)
    /// There is no place for the session.
    case refused
  }

  private struct State {
    var sessions: [ObjectIdentifier: AppSession] = [:]
    var places: SessionPlaces
  }

  private let state: Mutex<State>

  init(_ limits: SessionPlaces.Limits) {
    state = Mutex(State(places: SessionPlaces(limits)))
  }

  /// Admits a session of an approved app if there is a place for it.
  func admit(_ session: AppSession) -> Admission {
    state.withLock { state in
      let decision = state.places.take(session.id, for: session.app)
      guard decision != .refused else { return .refused }
      state.sessions[ObjectIdentifier(session)] = session
      guard case .takenFrom(let gone) = decision else { return .admitted(ending: nil) }
      return .admitted(ending: state.sessions.values.first { $0.id == gone })
    }
  }

  /// Lets a session of an app in that waits for the owner; there are few of them.
  func wait(_ session: AppSession) {
    state.withLock { $0.sessions[ObjectIdentifier(session)] = session }
  }

  /// Notes that a session which waited is one of an approved app now.
  func approved(_ session: AppSession) {
    state.withLock { state in
      guard state.sessions[ObjectIdentifier(session)] != nil else { return }
      state.places.hold(session.id, for: session.app)
    }
  }

  func remove(_ session: AppSession) {
    state.withLock { state in
      state.sessions[ObjectIdentifier(session)] = nil
      state.places.leave(session.id)
    }
  }

  var all: [AppSession] { state.withLock { Array($0.sessions.values) } }

  func sessions(of app: AppKey) -> [AppSession] {
    all.filter { $0.app == app }
  }
}
