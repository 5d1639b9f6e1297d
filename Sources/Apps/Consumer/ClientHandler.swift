import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import RPCRuntime
import Synchronization

/// Receives the notifications of a connection, on the connection's executor.
final class ClientHandler: RPCHandler {
  /// The state of the session, as the provider reports it.
  struct Admission: Sendable {
    var status: PairingStatus?
    var grants: Grants?
    var reason: String?
    var hasEnded = false
  }

  let changes = ChangeSignal()
  private let admission = Mutex(Admission())
  private let feed: EventFeed

  init(feed: EventFeed) { self.feed = feed }

  var current: Admission { admission.withLock { $0 } }

  /// Records the status from the handshake, unless the provider has already reported a newer one.
  func begin(_ status: PairingStatus, grants: Grants) {
    admission.withLock { admission in
      guard admission.status == nil else { return }
      admission.status = status
      admission.grants = grants
    }
    changes.bump()
  }

  func received(_ notification: IncomingNotification, on connection: isolated RPCConnection) {
    guard let params = notification.params else { return }
    switch notification.method {
    case PaymentsNotification.event:
      // An event that cannot be decoded comes from a later version. The next event that can be decoded advances the
      // cursor.
      guard let event = try? JSONValueDecoder().decode(Event.self, from: params) else { return }
      feed.push(event, from: ObjectIdentifier(connection))
    case PaymentsNotification.sessionChanged:
      guard let change = try? JSONValueDecoder().decode(SessionChange.self, from: params) else { return }
      admission.withLock { admission in
        admission.status = change.status
        admission.grants = change.grants ?? admission.grants
        admission.reason = change.reason
      }
      changes.bump()
    case MessagingNotification.messageChanged:
      // The changed messages are read from the list, which is complete.
      feed.changes.bump()
    default: break
    }
  }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    admission.withLock { $0.hasEnded = true }
    feed.detach(from: ObjectIdentifier(connection))
    changes.bump()
  }
}
