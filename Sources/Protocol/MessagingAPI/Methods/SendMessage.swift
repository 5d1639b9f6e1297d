public import PaymentsAPI
public import PaymentsModel

/// Asks the chat to deliver a message to the person behind a payment.
public enum SendMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "send_message_to_payment_contact"
  /// One sentence that describes the method in generated documents.
  public static let summary = "Asks the chat to deliver a message to the person behind a payment."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .requestConflict, .expired, .contactNotFound, .fileNotFound, .fileMismatch, .filesNotSupported, .tooManyMessages,
    .tooManyPrompts,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key, which the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The payment that identifies the recipient.
    public var payment: PaymentReference
    /// The text for the recipient: 1 to 4000 code points.
    public var text: String
    /// Files in the app's folder, at most 8.
    public var files: [MessageFile]?
    /// Data of the app, at most 4096 bytes. It is returned unchanged with the message and never shown to a person.
    public var context: String?
    /// The time until which consent may be given; by default 7 days from now, at most 30 days.
    public var expiresAt: Timestamp?

    /// Makes a value from all members; optional members default to nil.
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
    /// Whether this answers an earlier request with the same `request_id`.
    public var replayed: Bool

    /// Makes a value from all members.
    public init(message: PaymentMessage, replayed: Bool) {
      self.message = message
      self.replayed = replayed
    }
  }
}
