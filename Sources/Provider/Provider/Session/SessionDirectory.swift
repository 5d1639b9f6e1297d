import PaymentsModel
import ServiceHost
import Synchronization

/// The sessions that are open, so that the owner's decisions reach them and stopping ends them, and the places that
/// they hold.
///
/// A session is here from the moment of its admission, so that what is decided before its connection stands is not lost
/// on it, and places are not given away twice.
final class SessionDirectory: Sendable {
  /// What becomes of a session of an approved app.
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

  /// Lets a session of an approved app in, where there is a place for it.
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
