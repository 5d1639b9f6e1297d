public import PaymentsAPI

/// Removes a message and its files from the chat's storage for this app. A delivered message stays delivered.
public enum RemoveMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "remove_message"
  /// One sentence that describes the method in generated documents.
  public static let summary = "Removes a message and its files; one that waits for consent is withdrawn."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.messageNotFound, .notCancellable]

  /// What is asked.
  public struct Params: WireObject {
    /// The message.
    public var messageID: PaymentMessageID

    /// Makes a value from all members.
    public init(messageID: PaymentMessageID) { self.messageID = messageID }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether the message still existed; false if it was removed before.
    public var removed: Bool

    /// Makes a value from all members.
    public init(removed: Bool) { self.removed = removed }
  }
}
