import PaymentsAPI
import RPCRuntime
import SecureSession
import Transport

/// A connection of a client, with the state of its session.
struct ClientSession: Sendable {
  let provider: String
  /// The key that the provider proved, base64url.
  let providerID: String
  let connection: RPCConnection
  let handler: ClientHandler
  let code: PairingCode?
  let questionID: String?

  func pairing() throws(PairingError) -> Pairing {
    let admission = handler.current
    switch admission.status {
    case .approved: return .paired
    case .pending, nil: return .pending(code: code, questionID: questionID)
    case .denied: throw PairingError(reason: admission.reason)
    }
  }

  /// Waits until the channel has ended. The channel has its own deadline for that.
  func untilEnded() async {
    while true {
      let version = handler.changes.version
      if handler.current.hasEnded { return }
      // A cancelled task does not have to wait, because the channel ends by itself.
      do { try await handler.changes.wait(beyond: version) } catch { return }
    }
  }
}

extension PairingError {
  init(reason: String?, retryAfterMilliseconds: Int? = nil) {
    switch reason.flatMap(FailureReason.init(rawValue:)) {
    case .pairingLocked: self = .locked
    case .appRevoked: self = .revoked
    case .tooManyQuestions: self = .tooManyQuestions(retryAfterMilliseconds: retryAfterMilliseconds)
    case .tooManySessions: self = .tooManySessions(retryAfterMilliseconds: retryAfterMilliseconds)
    default: self = retryAfterMilliseconds.map { .deniedLately(retryAfterMilliseconds: $0) } ?? .denied
    }
  }

  init(_ error: HandshakeError) {
    switch error {
    // A client with libwebsockets 4.1 is told 1002 in place of 1013. A standby that takes over ends what it passes on.
    case .closed(.peer(.tryAgainLater)), .closed(.peer(.protocolError)), .closed(.peer(.goingAway)), .closed(.lost):
      self = .busy
    case .failed(.refusedByProvider), .closed: self = .refused
    case .failed(let failure): self = .notProven(failure)
    case .timedOut, .cancelled: self = .timedOut
    }
  }
}
