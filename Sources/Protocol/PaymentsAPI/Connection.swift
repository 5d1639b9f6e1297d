public import JSON

/// The first encrypted message of the provider: the result of `connect_app.finish`.
public struct ConnectResult: Codable, SnakeCaseMembers, Sendable, Equatable {
  /// Whether the owner has approved the app.
  public var status: PairingStatus
  /// The provider's nonce for the pairing code, base64url of 32 bytes; present while the app has to show a code.
  public var sasNonce: String?
  /// The reason, if the status is denied: `pairing_locked`, `pairing_denied`, `too_many_questions` or
  /// `too_many_sessions`.
  public var reason: String?
  /// The number of milliseconds after which the app should try another connection, if the status is denied.
  public var retryAfterMilliseconds: Int?
  /// The session, as `get_session` describes it.
  public var session: GetSession.Result

  /// Makes the result of a handshake.
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
  /// The present status.
  public var status: PairingStatus
  /// The grants of the owner, after the app was approved.
  public var grants: Grants?
  /// The reason, if the status is denied: `pairing_denied`, `pairing_locked`, `app_revoked`, or `expired` if the owner
  /// did not answer in time.
  public var reason: String?

  /// Makes a change of the session's state.
  public init(status: PairingStatus, grants: Grants? = nil, reason: String? = nil) {
    self.status = status
    self.grants = grants
    self.reason = reason
  }
}

/// Whether the owner has approved an app.
public enum PairingStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use its grants.
  case approved
  /// The owner is being asked. Meanwhile requests are refused with `pairing_pending`.
  case pending
  /// The owner has refused the app.
  case denied
}
