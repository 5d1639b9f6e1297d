public import PaymentsModel

/// A statement of an app's payments, as far as it is prepared.
public struct Statement: WireObject {
  /// The provider's name of the statement.
  public var statementID: String
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// Grows by one with each change that can be seen; for `after`.
  public var version: Int
  /// How far it is.
  public var state: StatementState
  /// The form of the file.
  public var format: StatementFormat
  /// The first moment of the period.
  public var from: Timestamp
  /// The first moment after the period.
  public var to: Timestamp
  /// The payments of the period.
  public var rows: Int
  /// How many of them were read so far.
  public var rowsDone: Int
  /// The media type of the file.
  public var mediaType: String
  /// A name for the file.
  public var fileName: String
  /// When it was asked for.
  public var createdAt: Timestamp
  /// The currency that it is about; absent where all.
  public var currency: String?
  /// When `ready`: the bytes of the file.
  public var size: Int?
  /// When `ready`: SHA-256 of the file, in lowercase hexadecimal.
  public var sha256: String?
  /// When `ready`: the parts in which the file is fetched.
  public var parts: Int?
  /// When `ready`: until when it can be fetched; it may be dropped earlier for newer ones.
  public var expiresAt: Timestamp?
  /// When `failed`: a reason of the error list.
  public var reason: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
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

/// How far a statement is.
public enum StatementState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The ledger is being read, or the file being written.
  case preparing
  /// The file can be fetched.
  case ready
  /// It could not be made.
  case failed
}

/// The form of a statement's file.
public enum StatementFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// A ``StatementDocument``.
  case json
  /// Comma-separated values, RFC 4180.
  case csv
  /// Text of a fixed width, for people.
  case text
  /// For people, to be filed.
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

  /// What the name of such a file ends with, without the point.
  public var fileExtension: String { self == .text ? "txt" : rawValue }
}
