/// Returns an opening of this app, at once or when it changes.
public enum GetOpenRequestStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_open_request_status"
  /// No scope is needed, because the opening belongs to this app.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary = "Answers an opening, at once or when it changes."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.openingNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The opening.
    public var openingID: String
    /// The version last seen. The answer is sent only when there is a newer one.
    public var after: Int?
    /// How long to wait for a newer version, at most 60000 ms; then the present state is returned.
    public var waitMilliseconds: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(openingID: String, after: Int? = nil, waitMilliseconds: Int? = nil) {
      self.openingID = openingID
      self.after = after
      self.waitMilliseconds = waitMilliseconds
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The opening.
    public var opening: Opening

    /// Makes a value from all members.
    public init(opening: Opening) {
      self.opening = opening
    }
  }
}
