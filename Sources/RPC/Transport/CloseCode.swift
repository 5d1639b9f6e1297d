/// A WebSocket close code (RFC 6455 section 7.4), used by every carrier.
public struct CloseCode: RawRepresentable, Sendable, Hashable {
  /// The number as it travels.
  public var rawValue: UInt16

  /// Any number; only 1000-1003, 1007-1014 and 3000-4999 may be sent.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 1000: the purpose of the connection is fulfilled.
  public static let normal = CloseCode(rawValue: 1000)
  /// 1001: an end is going away, such as a provider that stops.
  public static let goingAway = CloseCode(rawValue: 1001)
  /// 1002: the peer broke the WebSocket protocol.
  public static let protocolError = CloseCode(rawValue: 1002)
  /// 1003: a kind of message that this end does not accept.
  public static let unsupportedData = CloseCode(rawValue: 1003)
  /// 1005: the peer's close frame held no code. Never sent.
  public static let noStatus = CloseCode(rawValue: 1005)
  /// 1007: a text message that is not UTF-8.
  public static let invalidPayload = CloseCode(rawValue: 1007)
  /// 1008: the peer broke a rule of this end; given without detail.
  public static let policyViolation = CloseCode(rawValue: 1008)
  /// 1009: a message above the limit.
  public static let messageTooBig = CloseCode(rawValue: 1009)
  /// 1011: this end met an unexpected condition.
  public static let internalError = CloseCode(rawValue: 1011)
  /// 1013: overload; the peer may try again later.
  public static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether the code may stand in a close frame (RFC 6455 section 7.4.1 and the IANA registry).
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

/// Why a channel ended, as this end saw it.
public enum CloseReason: Sendable, Hashable {
  /// This end closed, by ``MessageChannel/close(_:)`` or because a limit was broken, and the peer was told.
  case local(CloseCode)
  /// The peer closed; ``CloseCode/noStatus`` when it gave no code.
  case peer(CloseCode)
  /// The connection ended without a close from either side, or the peer did not take part in closing in time.
  /// What was in flight has an unknown outcome.
  case lost
  /// This end called ``MessageChannel/abort()``.
  case aborted
}
