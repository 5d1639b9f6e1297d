public import PaymentsAPI
public import PaymentsModel

/// Lists this app's messages in the order in which they last changed.
public enum ListMessages: MessagingMethod {
  /// The name on the wire.
  public static let name = "list_messages"
  /// One sentence that describes the method in generated documents.
  public static let summary = "Lists this app's messages in the order in which they last changed."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.cursorInvalid]

  /// What is asked.
  public struct Params: WireObject {
    /// Restricts the list to messages that have changed after this cursor; by default all are listed.
    public var since: EventCursor?
    /// The maximum number of messages in the answer, 1 to 100; the default is 50.
    public var limit: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(since: EventCursor? = nil, limit: Int? = nil) {
      self.since = since
      self.limit = limit
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The messages in the order of their last changes, the latest one last.
    public var messages: [PaymentMessage]
    /// The cursor for the next call, which returns the next page or later changes.
    public var cursor: EventCursor
    /// Whether there are more messages now.
    public var more: Bool

    /// Makes a value from all members.
    public init(messages: [PaymentMessage], cursor: EventCursor, more: Bool) {
      self.messages = messages
      self.cursor = cursor
      self.more = more
    }
  }
}
