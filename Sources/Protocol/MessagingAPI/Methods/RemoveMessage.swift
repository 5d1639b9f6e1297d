public import PaymentsAPI

/// Removes a message from what the chat keeps for this app, with its files; what was delivered stays delivered.
public enum RemoveMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "remove_message"
  /// One sentence for documents.
  public static let summary = "Removes a message and its files; one that waits for consent is withdrawn."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.messageNotFound, .notCancellable]

  /// What is asked.
  public struct Params: WireObject {
    /// The message.
    public var messageID: PaymentMessageID

    /// Makes the object of its members.
    public init(messageID: PaymentMessageID) { self.messageID = messageID }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether it was there still; false where it was removed before.
    public var removed: Bool

    /// Makes the object of its members.
    public init(removed: Bool) { self.removed = removed }
  }
}
