/// Returns a statement of this app and a part of its file.
public enum GetStatementPart: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_statement_part"
  /// The scope that the app needs.
  public static let scope: Scope? = .statement
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Answers a statement of this app and a part of its file."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.statementNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The statement.
    public var statementID: String
    /// The number of the part, from 0; the default is the first one.
    public var part: Int?
    /// The version last seen. The answer is sent only when there is a newer one.
    public var after: Int?
    /// How long to wait for a newer version, at most 60000 ms; then the present state is returned.
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
    /// The part in base64url; absent until the statement is ready.
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
