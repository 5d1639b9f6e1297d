public import PaymentsModel

/// Sends this app's events after a cursor, past and future, as `event` notifications.
///
/// Events arrive in order and without gaps. After a reconnection the app should subscribe from the last cursor that it
/// has seen. A second subscription replaces the first. Events are not stored for ever: see
/// ``FailureReason/cursorTooOld``.
public enum SubscribeEvents: PaymentsMethod {
  /// The name on the wire.
  public static let name = "subscribe_events"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Sends this app's events after a cursor, past and future, as `event` notifications."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.cursorInvalid, .cursorTooOld]

  /// What is asked.
  public struct Params: WireObject {
    /// The cursor after which events are sent; by default only new events are sent. `"0"` is the beginning.
    public var from: EventCursor?

    /// Makes a value from all members; optional members default to nil.
    public init(from: EventCursor? = nil) {
      self.from = from
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The cursor after which events follow.
    public var cursor: EventCursor

    /// Makes a value from all members; optional members default to nil.
    public init(cursor: EventCursor) {
      self.cursor = cursor
    }
  }
}
