import PaymentsModel
import Synchronization

/// The sessions that are open, so that the owner's decisions reach them and stopping ends them.
final class SessionDirectory: Sendable {
  private let sessions = Mutex<[ObjectIdentifier: AppSession]>([:])

  func add(_ session: AppSession) {
    sessions.withLock { $0[ObjectIdentifier(session)] = session }
  }

  func remove(_ session: AppSession) {
    sessions.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(session)) }
  }

  var all: [AppSession] { sessions.withLock { Array($0.values) } }

  func sessions(of app: AppKey) -> [AppSession] {
    all.filter { $0.app == app }
  }
}
