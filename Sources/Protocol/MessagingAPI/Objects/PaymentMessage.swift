public import PaymentsAPI
public import PaymentsModel

/// A message as it stands; once the app has removed it without text, payment, files and context.
public struct PaymentMessage: WireObject {
  /// The chat's name of it.
  public var messageID: PaymentMessageID
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// 1 as it was made, higher with each change.
  public var version: Int
  /// How it stands.
  public var state: MessageState
  /// The place of its last change, for ``ListMessages``.
  public var cursor: EventCursor
  /// When it was made.
  public var createdAt: Timestamp
  /// When it last changed.
  public var updatedAt: Timestamp
  /// Until when it may be allowed.
  public var expiresAt: Timestamp
  /// The payment, as the request named it.
  public var payment: PaymentReference?
  /// What the person is to read.
  public var text: String?
  /// The files that go with it.
  public var files: [MessageFile]?
  /// The app's own, unchanged.
  public var context: String?
  /// Why it failed: a reason of the specification.
  public var reason: String?
  /// How the chat calls the other person; only where the one who uses the chat has allowed to tell.
  public var contactName: String?
  /// True where what the other person answers will be told; only where the one who uses the chat has allowed that.
  public var replyExpected: Bool?
  /// What the other person answered; only where the one who uses the chat has allowed to pass that on.
  public var reply: MessageReply?

  /// Makes the object of its members; one that may be absent is, unless it is given.
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
  /// Which one and how it stands: what people write does not appear in logs.
  public var description: String { "message \(messageID.rawValue) \(state.rawValue)" }
}

/// What the other person answered.
public struct MessageReply: WireObject {
  /// Their words: untrusted text.
  public var text: String
  /// When they wrote it, as the chat network says.
  public var at: Timestamp

  /// An answer.
  public init(text: String, at: Timestamp) {
    self.text = text
    self.at = at
  }
}

/// The params of the notification `message_changed`.
public struct MessageChange: WireObject {
  /// The message as it stands now.
  public var message: PaymentMessage

  /// A change.
  public init(message: PaymentMessage) { self.message = message }
}

/// How a message stands.
public enum MessageState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The person who uses the chat is being asked.
  case waitingForConsent = "waiting_for_consent"
  /// That person said no.
  case refused
  /// Nobody answered in time.
  case expired
  /// It was allowed and is on its way to the chat network.
  case sending
  /// The chat network has it.
  case sent
  /// The other person has it: they have answered.
  case delivered
  /// Whether the chat network has it is not known. It is not sent again by itself.
  case unknown
  /// The chat network does not have all of it and will not.
  case failed
  /// The app has removed it.
  case removed

  /// Whether nothing more becomes of it but an answer.
  public var isSettled: Bool {
    switch self {
    case .refused, .expired, .sent, .delivered, .failed, .removed: true
    case .waitingForConsent, .sending, .unknown: false
    }
  }
}

/// The chat's name of a message: `msg_` and 26 characters of `a-z2-7`.
public struct PaymentMessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text as it travels.
  public let rawValue: String
  /// The identifier with this text; unknown ones are simply not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}
