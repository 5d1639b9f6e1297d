/// Answers a statement of this app and a part of its file.
public enum GetStatementPart: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_statement_part"
  /// The scope that the app needs.
  public static let scope: Scope? = .statement
  /// One sentence for documents.
  public static let summary =
    "Answers a statement of this app and a part of its file."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.statementNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The statement.
    public var statementID: String
    /// Which part, from 0; the first one unless told.
    public var part: Int?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      statementID: String,
      part: Int? = nil,
      after: Int? = nil,
      waitMilliseconds: Int? = nil
    ) {
      self.statementID = statementID
      self.part = part
      self.after = after
      self.waitMilliseconds = waitMilliseconds
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The statement.
    public var statement: Statement
    /// The part, base64url; absent until the statement is ready.
    public var data: String?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      statement: Statement,
      data: String? = nil
    ) {
      self.statement = statement
      self.data = data
    }
  }
}
