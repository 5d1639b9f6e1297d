/// Whether the owner has approved an app.
public enum PairingStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use its grants.
  case approved
  /// The owner is being asked. Meanwhile requests are refused with `pairing_pending`.
  case pending
  /// The owner has refused the app.
  case denied
}
