public import SecureSession

/// Whether the owner has let the app in.
public enum Pairing: Sendable, Equatable {
  /// The app may use what it was granted.
  case paired
  /// The owner has yet to approve. The app shows the code's `digits`, and the owner types them at the owner's door;
  /// `approvalID` is how the owner finds the app there. Each connection has a code of its own.
  case pending(code: PairingCode?, approvalID: String?)
}
