public import PaymentsModel

/// A statement in the format `json`.
public struct StatementDocument: WireObject {
  /// The provider.
  public var provider: ProviderInfo
  /// The first moment of the period.
  public var from: Timestamp
  /// The first moment after the period.
  public var to: Timestamp
  /// `from` in the owner's time zone, with the offset from UTC.
  public var fromLocal: String
  /// `to` in the owner's time zone, with the offset from UTC.
  public var toLocal: String
  /// The owner's time zone, such as `Europe/Berlin`.
  public var timeZone: String
  /// The time when the ledger was read.
  public var madeAt: Timestamp
  /// One section for each currency, ordered by code.
  public var sections: [StatementSection]
  /// The app that the statement is about; absent for all apps.
  public var app: StatementApp?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    provider: ProviderInfo,
    from: Timestamp,
    to: Timestamp,
    fromLocal: String,
    toLocal: String,
    timeZone: String,
    madeAt: Timestamp,
    sections: [StatementSection],
    app: StatementApp? = nil
  ) {
    self.provider = provider
    self.from = from
    self.to = to
    self.fromLocal = fromLocal
    self.toLocal = toLocal
    self.timeZone = timeZone
    self.madeAt = madeAt
    self.sections = sections
    self.app = app
  }
}

/// The app that a statement is about.
public struct StatementApp: WireObject {
  /// The claimed name.
  public var name: String
  /// The app's Ed25519 public key in base64url, which is its identity.
  public var key: String

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    name: String,
    key: String
  ) {
    self.name = name
    self.key = key
  }
}
