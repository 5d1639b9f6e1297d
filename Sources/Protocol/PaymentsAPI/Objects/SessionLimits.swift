/// The limits that hold for this session.
public struct SessionLimits: Codable, Sendable, Hashable {
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

  /// All members; those that may be absent default to that.
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

  private enum CodingKeys: String, CodingKey {
    case maxMessageBytes = "max_message_bytes"
    case maxBatch = "max_batch"
    case maxInFlight = "max_in_flight"
    case maxDepth = "max_depth"
    case requestsPerSecond = "requests_per_second"
    case burst
  }
}
