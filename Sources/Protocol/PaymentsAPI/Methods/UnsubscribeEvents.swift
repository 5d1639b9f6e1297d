public import PaymentsModel

/// Stops the `event` notifications.
public enum UnsubscribeEvents: PaymentsMethod {
  /// The name on the wire.
  public static let name = "unsubscribe_events"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Stops the notifications."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Makes empty parameters.
    public init() {}
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The cursor of the newest event that was sent.
    public var cursor: EventCursor

    /// Makes a value from all members; optional members default to nil.
    public init(cursor: EventCursor) {
      self.cursor = cursor
    }
  }
}
