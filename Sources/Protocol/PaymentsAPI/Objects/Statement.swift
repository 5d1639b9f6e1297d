public import PaymentsModel

/// A statement of an app's payments, which may still be in preparation.
public struct Statement: WireObject {
  /// The provider's identifier of the statement.
  public var statementID: String
  /// The `request_id` of the request that made it.
  public var requestID: PaymentRequestID
  /// The version, which grows by one with each visible change. It is used as `after`.
  public var version: Int
  /// The state that it has reached.
  public var state: StatementState
  /// The form of the file.
  public var format: StatementFormat
  /// The first moment of the period.
  public var from: Timestamp
  /// The first moment after the period.
  public var to: Timestamp
  /// The number of payments in the period.
  public var rows: Int
  /// The number of payments that have been processed so far.
  public var rowsDone: Int
  /// The media type of the file.
  public var mediaType: String
  /// A suggested name for the file.
  public var fileName: String
  /// The time when it was requested.
  public var createdAt: Timestamp
  /// The currency of the statement; absent for all.
  public var currency: String?
  /// When `ready`: the size of the file in bytes.
  public var size: Int?
  /// When `ready`: the SHA-256 of the file in lowercase hexadecimal.
  public var sha256: String?
  /// When `ready`: the number of parts in which the file is fetched.
  public var parts: Int?
  /// When `ready`: the time until which it can be fetched. It may be deleted earlier to make room for newer statements.
  public var expiresAt: Timestamp?
  /// When `failed`: the reason, from the list of errors.
  public var reason: String?

  /// Makes a value from all members; optional members default to nil.
  public init(
    statementID: String,
    requestID: PaymentRequestID,
    version: Int,
    state: StatementState,
    format: StatementFormat,
    from: Timestamp,
    to: Timestamp,
    rows: Int,
    rowsDone: Int,
    mediaType: String,
    fileName: String,
    createdAt: Timestamp,
    currency: String? = nil,
    size: Int? = nil,
    sha256: String? = nil,
    parts: Int? = nil,
    expiresAt: Timestamp? = nil,
    reason: String? = nil
  ) {
    self.statementID = statementID
    self.requestID = requestID
    self.version = version
    self.state = state
    self.format = format
    self.from = from
    self.to = to
    self.rows = rows
    self.rowsDone = rowsDone
    self.mediaType = mediaType
    self.fileName = fileName
    self.createdAt = createdAt
    self.currency = currency
    self.size = size
    self.sha256 = sha256
    self.parts = parts
    self.expiresAt = expiresAt
    self.reason = reason
  }
}

/// The state of a statement.
public enum StatementState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The ledger is being read, or the file being written.
  case preparing
  /// The file can be fetched.
  case ready
  /// The statement could not be made.
  case failed
}

/// The form of a statement's file.
public enum StatementFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// A ``StatementDocument``.
  case json
  /// Comma-separated values, RFC 4180.
  case csv
  /// Text with lines of a fixed width, for people.
  case text
  /// A PDF document, for people.
  case pdf

  /// The media type of the file.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .text: "text/plain; charset=utf-8"
    case .pdf: "application/pdf"
    }
  }

  /// The extension of such a file's name, without the point.
  public var fileExtension: String { self == .text ? "txt" : rawValue }
}
