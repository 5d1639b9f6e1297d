/// One whole message of a channel: a sequence of bytes and the kind in which it travels.
///
/// A received `.text` message is valid UTF-8 (RFC 3629), and a message to send must be. The carrier does not check
/// messages to send; the receiving side closes with ``CloseCode/invalidPayload`` if one is invalid.
public enum Message: Sendable, Equatable {
  /// UTF-8 bytes, a WebSocket text message (RFC 6455, opcode 1).
  case text([UInt8])
  /// Any bytes, a WebSocket binary message (RFC 6455, opcode 2).
  case binary([UInt8])

  /// The bytes, whatever the kind.
  @inlinable public var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes
    }
  }

  /// Number of bytes of the payload, without any framing.
  @inlinable public var count: Int { bytes.count }
}

extension Message: CustomStringConvertible {
  /// The kind and the size only, because the payload may contain secrets, addresses or amounts.
  public var description: String {
    switch self {
    case .text(let bytes): "text message of \(bytes.count) bytes"
    case .binary(let bytes): "binary message of \(bytes.count) bytes"
    }
  }
}
