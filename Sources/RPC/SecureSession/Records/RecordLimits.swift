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
