import Cryptography

/// The record layer of an established session. It seals complete messages into frames and opens received frames.
///
/// A frame is one Noise transport message of at most 65,535 bytes. Its plaintext is a flag byte and data: 0 for the
/// last or only part of a message, 1 if more parts follow, 2 for a goodbye without data. A message has at most 1 MiB.
///
/// The type uses no socket and no clock. It is not `Sendable` and belongs to the isolation domain of its connection.
/// While idle it holds two cipher contexts and no buffers, about 3 KB. Any frame that is not exactly the next one
/// erases the keys.
public final class SecureChannel {
  /// The WebSocket close code for `SecureChannelError.fatal`: policy violation (RFC 6455, section 7.4.1).
  public static let fatalCloseCode: UInt16 = 1008
  /// The maximum size of a frame in bytes.
  public static let maximumFrameSize = 65_535
  /// The maximum size of a message in bytes.
  public static let maximumMessageSize = 1 << 20
  /// The number of bytes that a frame adds to its data: the flag and the tag.
  public static let frameOverhead = 1 + ChaCha20Poly1305.tagByteCount
  /// The maximum number of data bytes in one frame.
  public static let maximumFrameData = maximumFrameSize - frameOverhead

  enum Flag {
    static let last: UInt8 = 0
    static let more: UInt8 = 1
    static let bye: UInt8 = 2
  }

  // Each is nil after its direction has ended. Releasing the cipher context wipes its key.
  var sending: RecordDirection?
  var receiving: RecordDirection?
  /// The received parts of an incomplete message. In between messages it is empty and has no storage.
  var assembly: [UInt8] = []
  var saidGoodbye = false

  init(send: CipherState, receive: CipherState, limits: RecordLimits) {
    sending = RecordDirection(cipher: send, limits: limits)
    receiving = RecordDirection(cipher: receive, limits: limits)
  }

  /// Whether the keys of both directions have been erased.
  public var isErased: Bool { sending == nil && receiving == nil }

  /// Erases the keys of both directions. Afterwards every call is refused. It must be called when the connection is
  /// lost.
  public func erase() {
    sending = nil
    receiving = nil
    assembly = []
  }
}

/// The limits of the record layer. Both sides must use the same. Only tests use other limits than the standard ones.
public struct RecordLimits: Equatable, Sendable {
  /// After the frame with counter n, where n + 1 is a multiple of this, REKEY replaces the key of the direction.
  public var rekeyInterval: UInt64
  /// The total number of frames that one direction may carry. The frame whose counter equals this number is refused.
  public var frameCount: UInt64

  /// A new key after every 2^16 frames, and 2^32 frames in total.
  public static let standard = RecordLimits(rekeyInterval: 1 << 16, frameCount: 1 << 32)

  /// Makes other limits, for tests. An interval of 0 counts as 1.
  public init(rekeyInterval: UInt64, frameCount: UInt64) {
    self.rekeyInterval = max(1, rekeyInterval)
    self.frameCount = frameCount
  }
}

/// The reason why a record was not sealed or opened.
public enum SecureChannelError: Error, Equatable, Sendable {
  /// The peer sent a frame that violates the protocol, or the channel was already unusable. The keys are erased. Close
  /// the connection with `SecureChannel.fatalCloseCode` and tell the peer nothing more.
  case fatal
  /// This direction has sent all of its 2^32 frames. The keys are erased; a new handshake is needed.
  case exhausted
  /// The message to send is larger than 1 MiB. Nothing was sent, and the channel remains usable.
  case messageTooLarge
  /// This side has sent its goodbye and can send nothing more. The channel still receives.
  case closed
}
