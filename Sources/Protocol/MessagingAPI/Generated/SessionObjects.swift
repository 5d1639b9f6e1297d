// Written by scripts/swift_types.py from protocol/messaging: change the schemas, and `make spec`.

public import PaymentsAPI
public import PaymentsModel

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
}

/// A payment that identifies a person: exactly one of `invoiceID`, `orderID` and `card` is set.
public struct PaymentReference: WireObject {
  /// An invoice of the wallet.
  public var invoiceID: InvoiceID?
  /// A payment order of the wallet.
  public var orderID: OrderID?
  /// A card of the chat: its UUID.
  public var card: String?
  /// The wallet that has the invoice or order: its `provider_id`. Absent where any.
  public var provider: String?

  /// Creates it of its members.
  public init(invoiceID: InvoiceID? = nil, orderID: OrderID? = nil, card: String? = nil, provider: String? = nil) {
    (self.invoiceID, self.orderID, self.card, self.provider) = (invoiceID, orderID, card, provider)
  }
}

/// A file that is sent with a message. It must be in the app's folder when the message is sent.
public struct MessageFile: WireObject {
  /// 1 to 100 of `A-Z a-z 0-9 . _ -`, the first one no `.`.
  public var name: String
  /// Its size in bytes.
  public var size: Int
  /// SHA-256 of its bytes, base64url.
  public var sha256: String

  /// Creates it of its members.
  public init(name: String, size: Int, sha256: String) {
    (self.name, self.size, self.sha256) = (name, size, sha256)
  }
}

/// What the other person answered.
public struct MessageReply: WireObject {
  /// Their words.
  public var text: String
  /// When they wrote it, as the chat network says.
  public var at: Timestamp

  /// Creates it of its members.
  public init(text: String, at: Timestamp) {
    (self.text, self.at) = (text, at)
  }
}

/// A message in its present state. After the app has removed it, it has no text, payment, files and context.
public struct PaymentMessage: WireObject {
  /// The chat's name of it.
  public var messageID: PaymentMessageID
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// 1 as it was made, higher with each change.
  public var version: Int
  /// How it stands.
  public var state: MessageState
  /// The place of its last change, for `list_messages`.
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
  /// Why it failed: a reason of chapter 6.
  public var reason: String?
  /// How the chat calls the other person; only where U allows it.
  public var contactName: String?
  /// True while an answer of the other person will be told; only where U allows it.
  public var replyExpected: Bool?
  /// What the other person answered; only where U allows it.
  public var reply: MessageReply?

  /// Creates it of its members.
  public init(
    messageID: PaymentMessageID, requestID: PaymentRequestID, version: Int, state: MessageState, cursor: EventCursor,
    createdAt: Timestamp, updatedAt: Timestamp, expiresAt: Timestamp, payment: PaymentReference? = nil,
    text: String? = nil, files: [MessageFile]? = nil, context: String? = nil, reason: String? = nil,
    contactName: String? = nil, replyExpected: Bool? = nil, reply: MessageReply? = nil
  ) {
    (self.messageID, self.requestID, self.version, self.state) = (messageID, requestID, version, state)
    (self.cursor, self.createdAt, self.updatedAt, self.expiresAt) = (cursor, createdAt, updatedAt, expiresAt)
    (self.payment, self.text, self.files, self.context) = (payment, text, files, context)
    (self.reason, self.contactName, self.replyExpected, self.reply) = (reason, contactName, replyExpected, reply)
  }
}
