public import PaymentsAPI
public import PaymentsModel

/// Lists this app's messages in the order in which they last changed.
public enum ListMessages: MessagingMethod {
  /// The name on the wire.
  public static let name = "list_messages"
  /// One sentence for documents.
  public static let summary = "Lists this app's messages in the order in which they last changed."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.cursorInvalid]

  /// What is asked.
  public struct Params: WireObject {
    /// Only those that have changed after this; all unless told.
    public var since: EventCursor?
    /// The most to answer, 1 to 100; 50 unless told.
    public var limit: Int?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(since: EventCursor? = nil, limit: Int? = nil) {
      self.since = since
      self.limit = limit
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The messages, the one that changed last at the end.
    public var messages: [PaymentMessage]
    /// Where to go on: with the next page, or with what changes from now on.
    public var cursor: EventCursor
    /// Whether there are more already.
    public var more: Bool

    /// Makes the object of its members.
    public init(messages: [PaymentMessage], cursor: EventCursor, more: Bool) {
      self.messages = messages
      self.cursor = cursor
      self.more = more
    }
  }
}
