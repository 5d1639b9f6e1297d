public import SecureSession

/// Why a provider was reached and no session came of it.
public enum PairingError: Error, Sendable, Hashable {
  /// The owner refused this app.
  case denied
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
    case .refused, .timedOut: true
    // A file that was read just before the provider started anew leads here too.
    case .notProven(let failure): failure == .authenticationFailed
    case .denied, .locked, .revoked: false
    }
  }
}
