public import PaymentsModel

/// Describes the session: identity, grants, limits, expiry.
public enum GetSession: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_session"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved it.
  public static let isAvailableUnpaired = true
  /// One sentence for documents.
  public static let summary =
    "Describes the session: identity, grants, limits, expiry."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Nothing.
    public init() {}
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether the owner approved the app.
    public var status: PairingStatus
    /// The handshake hash, base64url: names this session.
    public var sessionID: String
    /// The version of the payments specification that is spoken.
    public var specVersion: Int
    /// The provider.
    public var provider: ProviderInfo
    /// The app.
    public var app: AppInfo
    /// What the owner allowed.
    public var grants: Grants
    /// The limits of this session.
    public var limits: SessionLimits
    /// The newest event.
    public var eventCursor: EventCursor
    /// When a new handshake is due.
    public var expiresAt: Timestamp
    /// When the owner approved the app.
    public var pairedAt: Timestamp?
    /// While pending: the name under which the owner finds the prompt.
    public var approvalID: String?
    /// What may still be paid, by currency; absent without the scope `pay`.
    public var budgets: [Budget]?
    /// Where the app leaves documents; absent until it is approved, and where the provider takes none.
    public var folder: DocumentFolder?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      status: PairingStatus,
      sessionID: String,
      specVersion: Int,
      provider: ProviderInfo,
      app: AppInfo,
      grants: Grants,
      limits: SessionLimits,
      eventCursor: EventCursor,
      expiresAt: Timestamp,
      pairedAt: Timestamp? = nil,
      approvalID: String? = nil,
      budgets: [Budget]? = nil,
      folder: DocumentFolder? = nil
    ) {
      self.status = status
      self.sessionID = sessionID
      self.specVersion = specVersion
      self.provider = provider
      self.app = app
      self.grants = grants
      self.limits = limits
      self.eventCursor = eventCursor
      self.expiresAt = expiresAt
      self.pairedAt = pairedAt
      self.approvalID = approvalID
      self.budgets = budgets
      self.folder = folder
    }
  }
}
