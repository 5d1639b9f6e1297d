import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import RPCRuntime
import Synchronization

/// Takes what a provider sends unasked on one connection, on the connection's executor.
final class ClientHandler: RPCHandler {
  /// What the provider says of the session.
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

  /// The standing that the handshake brought, unless the provider has said something newer since.
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
      // What cannot be read is of a later version; its cursor comes again with the next event that can.
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
      // What changed is read from the list, where nothing is missing.
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
