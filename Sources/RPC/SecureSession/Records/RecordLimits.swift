/// The numbers of the record layer. Both sides must use the same; only tests use others than the standard ones.
public struct RecordLimits: Equatable, Sendable {
  /// After the frame with counter n, where n + 1 is a multiple of this, the direction's key is replaced by REKEY.
  public var rekeyInterval: UInt64
  /// Frames that one direction may carry in all: the frame with this counter is refused.
  public var frameCount: UInt64

  /// 2^16 frames between keys and 2^32 frames in all.
  public static let standard = RecordLimits(rekeyInterval: 1 << 16, frameCount: 1 << 32)

  /// Other numbers, for tests. An interval of 0 counts as 1.
  public init(rekeyInterval: UInt64, frameCount: UInt64) {
    self.rekeyInterval = max(1, rekeyInterval)
    self.frameCount = frameCount
  }
}
