public import PaymentsAPI
public import PaymentsModel

/// Returns the state of a message, at once or when it has changed.
public enum MessageStatus: MessagingMethod {
  /// The name on the wire.
  public static let name = "message_status"
  /// One sentence that describes the method in generated documents.
  public static let summary = "Tells how a message stands, at once or once it has changed."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.messageNotFound]

  /// The parameters of the method. Exactly one of `messageID` and `requestID` is set.
  public struct Params: WireObject {
    /// The message.
    public var messageID: PaymentMessageID?
    /// The `request_id` of the request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen. The answer is sent only when there is a newer one.
    public var after: Int?
    /// How long to wait for a newer version, at most 60000 ms; then the present state is returned.
    public var waitMilliseconds: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(
      messageID: PaymentMessageID? = nil, requestID: PaymentRequestID? = nil, after: Int? = nil,
      waitMilliseconds: Int? = nil
    ) {
      self.messageID = messageID
      self.requestID = requestID
      self.after = after
      self.waitMilliseconds = waitMilliseconds
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The message.
    public var message: PaymentMessage

    /// Makes a value from all members.
    public init(message: PaymentMessage) { self.message = message }
  }
}
