public import SecureSession

/// The state of the pairing between app and provider.
public enum Pairing: Sendable, Equatable {
  /// The app is paired and may use what it was granted.
  case paired
  /// The owner has not approved the app yet. The app shows the code's `digits`, and the owner types them into the
  /// wallet's own program. There the owner finds the app by `questionID`. Each connection has its own code.
  case pending(code: PairingCode?, questionID: String?)
}

/// Why there is no session although a provider was reached.
public enum PairingError: Error, Sendable, Hashable {
  /// The owner has denied this app.
  case denied
  /// The owner has denied this app recently, and is not asked again within this number of milliseconds.
  case deniedLately(retryAfterMilliseconds: Int)
  /// Too many questions already wait for the owner, from this app or from others. A new attempt makes sense after this
  /// number of milliseconds.
  case tooManyQuestions(retryAfterMilliseconds: Int?)
  /// The app has its highest number of connections, or other apps have taken all places.
  case tooManySessions(retryAfterMilliseconds: Int?)
  /// Too many wrong codes were typed, so pairing is locked for some time.
  case locked
  /// The owner had approved this app and has revoked the approval.
  case revoked
  /// The provider closed the connection with 1013 or without a byte, or went away: it is starting or ending, has no place
  /// for this app, or stands by and does not know at the moment which other daemon it stands by for (2.6).
  case busy
  /// The provider closed the connection without a reason, as it does for other users and invalid handshakes.
  case refused
  /// The program that answered did not prove that it is the provider, or violated the protocol.
  case notProven(HandshakeFailure)
  /// The provider did not answer in time.
  case timedOut

  /// Whether the same call may succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .busy, .refused, .timedOut, .tooManyQuestions, .tooManySessions: true
    // This also happens if the discovery file was read just before the provider restarted.
    case .notProven(let failure): failure == .authenticationFailed
    case .denied, .deniedLately, .locked, .revoked: false
    }
  }

  /// The number of milliseconds after which a new attempt makes sense; `nil` if the provider did not tell.
  public var retryAfterMilliseconds: Int? {
    switch self {
    case .deniedLately(let wait): wait
    case .tooManyQuestions(let wait), .tooManySessions(let wait): wait
    case .denied, .locked, .revoked, .busy, .refused, .notProven, .timedOut: nil
    }
  }
}
