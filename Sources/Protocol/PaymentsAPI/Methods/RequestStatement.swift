public import PaymentsModel

/// Prepares a statement of what this app received and paid in a period.
public enum RequestStatement: PaymentsMethod {
  /// The name on the wire.
  public static let name = "statement_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .statement
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Prepares a statement of what this app received and paid in a period."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .quotaExceeded, .requestConflict, .statementTooLarge,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The beginning of the period: a date, such as `2026-03-01`, or a timestamp.
    public var from: StatementBound
    /// The end of the period, which is not part of it: a date or a timestamp.
    public var to: StatementBound
    /// The form of the file.
    public var format: StatementFormat
    /// Restricts the result to this currency.
    public var currency: String?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      requestID: PaymentRequestID,
      from: StatementBound,
      to: StatementBound,
      format: StatementFormat,
      currency: String? = nil
    ) {
      self.requestID = requestID
      self.from = from
      self.to = to
      self.format = format
      self.currency = currency
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The statement.
    public var statement: Statement
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool
    /// The file in base64url, if it is ready and has one part.
    public var data: String?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      statement: Statement,
      replayed: Bool,
      data: String? = nil
    ) {
      self.statement = statement
      self.replayed = replayed
      self.data = data
    }
  }
}
