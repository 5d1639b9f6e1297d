/// The limits that hold for this session.
public struct SessionLimits: WireObject {
  /// The largest message, before encryption.
  public var maxMessageBytes: Int
  /// The most requests in one batch.
  public var maxBatch: Int
  /// The most requests that may be unanswered at once.
  public var maxInFlight: Int
  /// The deepest nesting of JSON.
  public var maxDepth: Int
  /// The rate at which the allowance for requests refills.
  public var requestsPerSecond: Int
  /// The most requests at once before the rate holds.
  public var burst: Int

  /// Makes the object of its members; one that may be absent is, unless it is given.
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
