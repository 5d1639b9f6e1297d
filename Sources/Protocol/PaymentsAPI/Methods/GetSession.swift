public import PaymentsModel

/// Describes the session: identities, grants, limits and expiry.
public enum GetSession: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_session"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// Whether an app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Describes the session: identity, grants, limits, expiry."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Makes empty parameters.
    public init() {}
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether the owner has approved the app.
    public var status: PairingStatus
    /// The handshake hash in base64url, which identifies this session.
    public var sessionID: String
    /// The version of the payments specification in this session.
    public var specVersion: Int
    /// The provider.
    public var provider: ProviderInfo
    /// The app.
    public var app: AppInfo
    /// The grants of the owner.
    public var grants: Grants
    /// The limits of this session.
    public var limits: SessionLimits
    /// The cursor of the newest event.
    public var eventCursor: EventCursor
    /// The time when a new handshake is due.
    public var expiresAt: Timestamp
    /// The time when the owner approved the app.
    public var pairedAt: Timestamp?
    /// While the status is pending: the identifier under which the owner finds the question.
    public var approvalID: String?
    /// The remaining budgets, one for each currency; absent without the scope `pay`.
    public var budgets: [Budget]?
    /// The folder in which the app puts documents; absent until the app is approved, and if the provider accepts no
    /// documents.
    public var folder: DocumentFolder?

    /// Makes a value from all members; optional members default to nil.
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
