public import PaymentsModel

/// Sends this app's events after a cursor, past and future, as `event` notifications.
///
/// Events come in order, without gaps; after a reconnection subscribe from the last cursor seen. A second
/// subscription replaces the first. Events are not kept for ever: see ``FailureReason/cursorTooOld``.
public enum SubscribeEvents: PaymentsMethod {
  /// The name on the wire.
  public static let name = "subscribe_events"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence for documents.
  public static let summary =
    "Sends this app's events after a cursor, past and future, as `event` notifications."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.cursorInvalid, .cursorTooOld]

  /// What is asked.
  public struct Params: WireObject {
    /// Send what came after this; only what comes from now on unless told. `"0"` is the beginning.
    public var from: EventCursor?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(from: EventCursor? = nil) {
      self.from = from
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The place from which events follow.
    public var cursor: EventCursor

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(cursor: EventCursor) {
      self.cursor = cursor
    }
  }
}
