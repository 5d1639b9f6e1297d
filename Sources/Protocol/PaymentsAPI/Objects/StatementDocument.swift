public import PaymentsModel

/// A statement in the format `json`.
public struct StatementDocument: Codable, Sendable, Hashable {
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
  /// When the ledger was read.
  public var madeAt: Timestamp
  /// One for each currency, by code.
  public var sections: [StatementSection]
  /// The app that it is about; absent where all.
  public var app: StatementApp?

  /// All members; those that may be absent default to that.
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

  private enum CodingKeys: String, CodingKey {
    case provider
    case from
    case to
    case fromLocal = "from_local"
    case toLocal = "to_local"
    case timeZone = "time_zone"
    case madeAt = "made_at"
    case sections
    case app
  }
}

/// The app that a statement is about.
public struct StatementApp: Codable, Sendable, Hashable {
  /// The claimed name.
  public var name: String
  /// The app's Ed25519 public key, base64url: its identity.
  public var key: String

  /// All members; those that may be absent default to that.
  public init(
    name: String,
    key: String
  ) {
    self.name = name
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case key
  }
}
