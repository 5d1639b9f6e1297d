/// A WebSocket close code (RFC 6455 section 7.4), used by every carrier.
public struct CloseCode: RawRepresentable, Sendable, Hashable {
  /// The number on the wire.
  public var rawValue: UInt16

  /// Makes a code from any number. Only 1000-1003, 1007-1014 and 3000-4999 may be sent.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 1000: the purpose of the connection is fulfilled.
  public static let normal = CloseCode(rawValue: 1000)
  /// 1001: one end is going away, for example because the provider stops.
  public static let goingAway = CloseCode(rawValue: 1001)
  /// 1002: the peer broke the WebSocket protocol.
  public static let protocolError = CloseCode(rawValue: 1002)
  /// 1003: this end does not accept this kind of message.
  public static let unsupportedData = CloseCode(rawValue: 1003)
  /// 1005: the peer's close frame held no code. Never sent.
  public static let noStatus = CloseCode(rawValue: 1005)
  /// 1007: a text message is not valid UTF-8.
  public static let invalidPayload = CloseCode(rawValue: 1007)
  /// 1008: the peer violated a rule of this end. No detail is given.
  public static let policyViolation = CloseCode(rawValue: 1008)
  /// 1009: a message is larger than the limit.
  public static let messageTooBig = CloseCode(rawValue: 1009)
  /// 1011: this end met an unexpected condition.
  public static let internalError = CloseCode(rawValue: 1011)
  /// 1013: this end is overloaded; the peer may try again later.
  public static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether the code may be used in a close frame (RFC 6455 section 7.4.1 and the IANA registry).
  public var mayBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

extension CloseCode: CustomStringConvertible {
  /// The number in decimal.
  public var description: String { String(rawValue) }
}

/// The reason why a channel ended, as seen by this end.
public enum CloseReason: Sendable, Hashable {
  /// This end closed, by ``MessageChannel/close(_:)`` or because a limit was broken, and the peer was told.
  case local(CloseCode)
  /// The peer closed. The code is ``CloseCode/noStatus`` if it gave none. A WebSocket client with libwebsockets 4.1 is
  /// told ``CloseCode/protocolError`` in place of 1012 to 1014, which that library takes for illegal.
  case peer(CloseCode)
  /// The connection ended without a close from either side, or the peer did not take part in closing in time. The
  /// outcome of messages in flight is unknown.
  case lost
  /// This end called ``MessageChannel/abort()``.
  case aborted
}
