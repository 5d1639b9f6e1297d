public import JSON

/// The first encrypted message of the provider: the result of `connect_app.finish`.
public struct ConnectResult: Codable, SnakeCaseMembers, Sendable, Equatable {
  /// Whether the owner approved the app.
  public var status: PairingStatus
  /// The provider's nonce for the pairing code, base64url of 32 bytes; present while a code is to be shown.
  public var sasNonce: String?
  /// Why, where the status is denied: `pairing_locked`, `pairing_denied`, `too_many_prompts` or `too_many_sessions`.
  public var reason: String?
  /// After how many milliseconds another connection is worth trying, where the status is denied.
  public var retryAfterMilliseconds: Int?
  /// The session, as `get_session` describes it.
  public var session: GetSession.Result

  /// The result of a handshake.
  public init(
    status: PairingStatus, sasNonce: String? = nil, reason: String? = nil, retryAfterMilliseconds: Int? = nil,
    session: GetSession.Result
  ) {
    self.status = status
    self.sasNonce = sasNonce
    self.reason = reason
    self.retryAfterMilliseconds = retryAfterMilliseconds
    self.session = session
  }
}

/// The params of the notification `session_changed`.
public struct SessionChange: Codable, Sendable, Equatable {
  /// The status that holds now.
  public var status: PairingStatus
  /// What the owner allowed, once approved.
  public var grants: Grants?
  /// Why, where the status is denied: `pairing_denied`, `pairing_locked`, `app_revoked`, or `expired` where the owner
  /// did not answer in time.
  public var reason: String?

  /// A change of the session's own state.
  public init(status: PairingStatus, grants: Grants? = nil, reason: String? = nil) {
    self.status = status
    self.grants = grants
    self.reason = reason
  }
}

/// Whether the owner approved an app.
public enum PairingStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use what it was granted.
  case approved
  /// The owner is being asked; requests are refused with `pairing_pending` meanwhile.
  case pending
  /// The owner said no.
  case denied
}
