public import PaymentsAPI
public import PaymentsModel

/// A message in its present state. After the app has removed it, it has no text, payment, files and context.
public struct PaymentMessage: WireObject {
  /// The chat's identifier of the message.
  public var messageID: PaymentMessageID
  /// The `request_id` of the request that made it.
  public var requestID: PaymentRequestID
  /// The version: 1 at first, and higher with each change.
  public var version: Int
  /// The state of the message.
  public var state: MessageState
  /// The cursor of its last change, for ``ListMessages``.
  public var cursor: EventCursor
  /// The time when it was made.
  public var createdAt: Timestamp
  /// The time of its last change.
  public var updatedAt: Timestamp
  /// The time until which consent may be given.
  public var expiresAt: Timestamp
  /// The payment as given in the request.
  public var payment: PaymentReference?
  /// The text for the recipient.
  public var text: String?
  /// The files of the message.
  public var files: [MessageFile]?
  /// The app's own data, unchanged.
  public var context: String?
  /// The reason why it failed, from the list in the specification.
  public var reason: String?
  /// The name of the recipient in the chat. It is present only if the user of the chat allowed that.
  public var contactName: String?
  /// Whether an answer of the recipient will be passed on. It is present only if the user of the chat allowed that.
  public var replyExpected: Bool?
  /// The answer of the recipient. It is present only if the user of the chat allowed that.
  public var reply: MessageReply?

  /// Makes a value from all members; optional members default to nil.
  public init(
    messageID: PaymentMessageID, requestID: PaymentRequestID, version: Int, state: MessageState, cursor: EventCursor,
    createdAt: Timestamp, updatedAt: Timestamp, expiresAt: Timestamp, payment: PaymentReference? = nil,
    text: String? = nil, files: [MessageFile]? = nil, context: String? = nil, reason: String? = nil,
    contactName: String? = nil, replyExpected: Bool? = nil, reply: MessageReply? = nil
  ) {
    self.messageID = messageID
    self.requestID = requestID
    self.version = version
    self.state = state
    self.cursor = cursor
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
    self.payment = payment
    self.text = text
    self.files = files
    self.context = context
    self.reason = reason
    self.contactName = contactName
    self.replyExpected = replyExpected
    self.reply = reply
  }
}

extension PaymentMessage: CustomStringConvertible {
  /// The identifier and the state. Texts of people do not appear in logs.
  public var description: String { "message \(messageID.rawValue) \(state.rawValue)" }
}

/// What the other person answered.
public struct MessageReply: WireObject {
  /// The text of the answer, which is untrusted.
  public var text: String
  /// The time of the answer, as reported by the chat network.
  public var at: Timestamp

  /// Makes an answer.
  public init(text: String, at: Timestamp) {
    self.text = text
    self.at = at
  }
}

/// The params of the notification `message_changed`.
public struct MessageChange: WireObject {
  /// The message in its present state.
  public var message: PaymentMessage

  /// Makes a change.
  public init(message: PaymentMessage) { self.message = message }
}

/// The state of a message.
public enum MessageState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The user of the chat is being asked for consent.
  case waitingForConsent = "waiting_for_consent"
  /// The user of the chat refused.
  case refused
  /// The user of the chat did not answer in time.
  case expired
  /// The user of the chat has consented, and the message is being sent to the chat network.
  case sending
  /// The chat network has accepted the message.
  case sent
  /// The recipient has received the message, because they have answered it.
  case delivered
  /// It is unknown whether the chat network has the message. It is not sent again automatically.
  case unknown
  /// The chat network has not received the whole message, and it will not be sent again.
  case failed
  /// The app has removed the message.
  case removed

  /// Whether the state is final, except that an answer may still arrive.
  public var isSettled: Bool {
    switch self {
    case .refused, .expired, .sent, .delivered, .failed, .removed: true
    case .waitingForConsent, .sending, .unknown: false
    }
  }
}

/// The chat's identifier of a message: `msg_` and 26 characters of `a-z2-7`.
public struct PaymentMessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes the identifier with this text. The text is not checked; an unknown identifier is not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}
