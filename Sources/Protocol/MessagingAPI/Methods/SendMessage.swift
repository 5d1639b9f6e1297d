public import PaymentsAPI
public import PaymentsModel

/// Asks the chat to deliver a message to the person behind a payment.
public enum SendMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "send_message_to_payment_contact"
  /// One sentence for documents.
  public static let summary = "Asks the chat to deliver a message to the person behind a payment."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [
    .requestConflict, .expired, .contactNotFound, .fileNotFound, .fileMismatch, .filesNotSupported, .tooManyMessages,
    .tooManyPrompts,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key, made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The payment whose person is meant.
    public var payment: PaymentReference
    /// What the person is to read: 1 to 4000 code points.
    public var text: String
    /// Files in the app's folder, at most 8.
    public var files: [MessageFile]?
    /// Anything of the app's own, at most 4096 bytes: answered unchanged with the message, never shown to anybody.
    public var context: String?
    /// Until when it may be allowed; 7 days unless told, 30 at most.
    public var expiresAt: Timestamp?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      requestID: PaymentRequestID, payment: PaymentReference, text: String, files: [MessageFile]? = nil,
      context: String? = nil, expiresAt: Timestamp? = nil
    ) {
      self.requestID = requestID
      self.payment = payment
      self.text = text
      self.files = files
      self.context = context
      self.expiresAt = expiresAt
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The message.
    public var message: PaymentMessage
    /// Whether the request was taken before.
    public var replayed: Bool

    /// Makes the object of its members.
    public init(message: PaymentMessage, replayed: Bool) {
      self.message = message
      self.replayed = replayed
    }
  }
}
