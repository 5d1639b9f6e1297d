import Cryptography

/// The records of an established session: complete messages in, sealed frames out, and back.
///
/// A frame is one Noise transport message of at most 65,535 bytes. Its plaintext is a flag byte and data:
/// 0 = last (or only) part of a message, 1 = more parts follow, 2 = goodbye, without data. A message has at most 1 MiB.
///
/// Pure: no socket, no clock. Not `Sendable`: it belongs to the isolation domain of its connection. Idle it holds two
/// cipher contexts and no buffers, about 3 KB. Any frame that is not exactly what comes next erases the keys.
public final class SecureChannel {
  /// The WebSocket close code that goes with `SecureChannelError.fatal`: policy violation (RFC 6455, section 7.4.1).
  public static let fatalCloseCode: UInt16 = 1008
  /// The most bytes of a frame.
  public static let maximumFrameSize = 65_535
  /// The most bytes of a message.
  public static let maximumMessageSize = 1 << 20
  /// What a frame has beyond the data it carries, in bytes: the flag and the tag.
  public static let frameOverhead = 1 + ChaCha20Poly1305.tagByteCount
  /// The most data bytes of one frame.
  public static let maximumFrameData = maximumFrameSize - frameOverhead

  enum Flag {
    static let last: UInt8 = 0
    static let more: UInt8 = 1
    static let bye: UInt8 = 2
  }

  // Each is nil once its direction is over; releasing the context wipes its key.
  var sending: RecordDirection?
  var receiving: RecordDirection?
  /// The parts of a message that is not complete; empty, and without storage, in between.
  var assembly: [UInt8] = []
  var saidGoodbye = false

  init(send: CipherState, receive: CipherState, limits: RecordLimits) {
    sending = RecordDirection(cipher: send, limits: limits)
    receiving = RecordDirection(cipher: receive, limits: limits)
  }

  /// Whether the keys are gone in both directions.
  public var isErased: Bool { sending == nil && receiving == nil }

  /// Erases the keys of both directions: everything afterwards is refused. Call it when the connection is lost.
  public func erase() {
    sending = nil
    receiving = nil
    assembly = []
  }
}
