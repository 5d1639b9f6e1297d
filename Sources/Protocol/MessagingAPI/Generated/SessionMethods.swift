// Written by scripts/swift_types.py from protocol/messaging: change the schemas, and `make spec`.

public import PaymentsAPI
public import PaymentsModel

/// Lists this app's messages in the order in which they last changed.
public enum ListMessages: MessagingMethod {
  /// The name on the wire.
  public static let name = "list_messages"

  /// The params of `list_messages`.
  public struct Params: WireObject {
    /// Only those that have changed after this; all unless told.
    public var since: EventCursor?
    /// The most to answer, 1 to 100; 50 unless told.
    public var limit: Int?

    /// Creates it of its members.
    public init(since: EventCursor? = nil, limit: Int? = nil) {
      (self.since, self.limit) = (since, limit)
    }
  }

  /// The result of `list_messages`.
  public struct Result: WireObject {
    /// The messages, the one that changed last at the end.
    public var messages: [PaymentMessage]
    /// Where to go on: with the next page, or with what changes from now on.
    public var cursor: EventCursor
    /// Whether there are more already.
    public var more: Bool

    /// Creates it of its members.
    public init(messages: [PaymentMessage], cursor: EventCursor, more: Bool) {
      (self.messages, self.cursor, self.more) = (messages, cursor, more)
    }
  }
}

/// Tells how a message stands, at once or once it has changed.
public enum MessageStatus: MessagingMethod {
  /// The name on the wire.
  public static let name = "message_status"

  /// The params of `message_status`.
  public struct Params: WireObject {
    /// The message.
    public var messageID: PaymentMessageID?
    /// The request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Creates it of its members.
    public init(
      messageID: PaymentMessageID? = nil, requestID: PaymentRequestID? = nil, after: Int? = nil,
      waitMilliseconds: Int? = nil
    ) {
      (self.messageID, self.requestID, self.after, self.waitMilliseconds) = (
        messageID, requestID, after, waitMilliseconds
      )
    }
  }

  /// The result of `message_status`.
  public struct Result: WireObject {
    /// The message.
    public var message: PaymentMessage

    /// Creates it of its members.
    public init(message: PaymentMessage) {
      self.message = message
    }
  }
}

/// Removes a message and its files; one that waits for consent is withdrawn.
public enum RemoveMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "remove_message"

  /// The params of `remove_message`.
  public struct Params: WireObject {
    /// The message.
    public var messageID: PaymentMessageID

    /// Creates it of its members.
    public init(messageID: PaymentMessageID) {
      self.messageID = messageID
    }
  }

  /// The result of `remove_message`.
  public struct Result: WireObject {
    /// Whether it was there still.
    public var removed: Bool

    /// Creates it of its members.
    public init(removed: Bool) {
      self.removed = removed
    }
  }
}

/// Asks the chat to deliver a message to the person behind a payment.
public enum SendMessage: MessagingMethod {
  /// The name on the wire.
  public static let name = "send_message_to_payment_contact"

  /// The params of `send_message_to_payment_contact`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The payment whose person is meant.
    public var payment: PaymentReference
    /// What the person is to read: 1 to 4000 code points.
    public var text: String
    /// Files in the app's folder, at most 8.
    public var files: [MessageFile]?
    /// Anything of the app's own, at most 4096 bytes; answered unchanged, shown to nobody.
    public var context: String?
    /// Until when it may be allowed; 7 days unless told, 30 at most.
    public var expiresAt: Timestamp?

    /// Creates it of its members.
    public init(
      requestID: PaymentRequestID, payment: PaymentReference, text: String, files: [MessageFile]? = nil,
      context: String? = nil, expiresAt: Timestamp? = nil
    ) {
      (self.requestID, self.payment, self.text, self.files) = (requestID, payment, text, files)
      (self.context, self.expiresAt) = (context, expiresAt)
    }
  }

  /// The result of `send_message_to_payment_contact`.
  public struct Result: WireObject {
    /// The message.
    public var message: PaymentMessage
    /// Whether the request was taken before.
    public var replayed: Bool

    /// Creates it of its members.
    public init(message: PaymentMessage, replayed: Bool) {
      (self.message, self.replayed) = (message, replayed)
    }
  }
}
