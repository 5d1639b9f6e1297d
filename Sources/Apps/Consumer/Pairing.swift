public import SecureSession

/// The state of the pairing between app and provider.
public enum Pairing: Sendable, Equatable {
  /// The app is paired and may use what it was granted.
  case paired
  /// The owner has not approved the app yet. The app shows the code's `digits`, and the owner types them into the
  /// wallet's own program. There the owner finds the app by `approvalID`. Each connection has its own code.
  case pending(code: PairingCode?, approvalID: String?)
}

/// Why a provider was reached and no session came of it.
public enum PairingError: Error, Sendable, Hashable {
  /// The owner refused this app.
  case denied
  /// The owner refused this app a short while ago, and is not asked again before so many milliseconds.
  case deniedLately(retryAfterMilliseconds: Int)
  /// The owner is asked too much already, by this app or by others; it is worth trying again after so many
  /// milliseconds.
  case tooManyQuestions(retryAfterMilliseconds: Int?)
  /// The app has as many connections as it may, or all places are taken by others.
  case tooManySessions(retryAfterMilliseconds: Int?)
  /// Too many wrong codes were typed; pairing is locked for a while.
  case locked
  /// The owner had approved this app and took that back.
  case revoked
  /// The provider closed without a word, as it does for overload and for all that it does not like.
  case refused
  /// What answered did not prove to be the provider, or did not speak the protocol.
  case notProven(HandshakeFailure)
  /// No answer in time.
  case timedOut

  /// Whether the same may well succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .refused, .timedOut, .tooManyQuestions, .tooManySessions: true
    // A file that was read just before the provider started anew leads here too.
    case .notProven(let failure): failure == .authenticationFailed
    case .denied, .deniedLately, .locked, .revoked: false
    }
  }

  /// After how many milliseconds it is worth trying again, where the provider said so.
  public var retryAfterMilliseconds: Int? {
    switch self {
    case .deniedLately(let wait): wait
    case .tooManyQuestions(let wait), .tooManySessions(let wait): wait
    case .denied, .locked, .revoked, .refused, .notProven, .timedOut: nil
    }
  }
}
