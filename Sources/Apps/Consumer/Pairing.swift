public import SecureSession

/// The state of the pairing between app and provider.
public enum Pairing: Sendable, Equatable {
  /// The app is paired and may use what it was granted.
  case paired
  /// The owner has not approved the app yet. The app shows the code's `digits`, and the owner types them into the
  /// wallet's own program. There the owner finds the app by `approvalID`. Each connection has its own code.
  case pending(code: PairingCode?, approvalID: String?)
}
