/// The limits that hold for this session.
public struct SessionLimits: WireObject {
  /// The maximum size of a message in bytes, before encryption.
  public var maxMessageBytes: Int
  /// The maximum number of requests in one batch.
  public var maxBatch: Int
  /// The maximum number of unanswered requests.
  public var maxInFlight: Int
  /// The maximum nesting depth of JSON.
  public var maxDepth: Int
  /// The number of requests per second in the long run.
  public var requestsPerSecond: Int
  /// The number of requests that may be sent at once.
  public var burst: Int

  /// Makes a value from all members; optional members default to nil.
  public init(
    maxMessageBytes: Int,
    maxBatch: Int,
    maxInFlight: Int,
    maxDepth: Int,
    requestsPerSecond: Int,
    burst: Int
  ) {
    self.maxMessageBytes = maxMessageBytes
    self.maxBatch = maxBatch
    self.maxInFlight = maxInFlight
    self.maxDepth = maxDepth
    self.requestsPerSecond = requestsPerSecond
    self.burst = burst
  }
}
