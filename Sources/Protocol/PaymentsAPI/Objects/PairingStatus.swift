/// Whether the owner approved an app.
public enum PairingStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use what it was granted.
  case approved
  /// The owner is being asked; requests are refused with `pairing_pending` meanwhile.
  case pending
  /// The owner said no.
  case denied
}
