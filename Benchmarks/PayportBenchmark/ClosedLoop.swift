/// The result of one round of load.
struct LoadResult {
  /// The times of the round trips in nanoseconds, in the order of the replies.
  let latencies: [UInt32]
  /// The time from the first request to the last reply.
  let seconds: Double

  var messagesPerSecond: Double {
    Double(latencies.count) / seconds
  }
}

/// Drives exchanges from one thread, each with one request under way, as fast as they are answered.
///
/// - Parameters:
///   - milliseconds: the time after which no more requests are sent. Replies that are under way are waited for.
///   - check: is called with each reply's text, and throws to end the run.
func closedLoop(
  _ exchanges: [Exchange], milliseconds: UInt64, check: (UnsafeBufferPointer<UInt8>) throws -> Void
) throws -> LoadResult {
  let poller = try Poller(capacity: exchanges.count)
  for (index, exchange) in exchanges.enumerated() {
    try poller.add(exchange.connection.descriptor, index: index)
  }
  var latencies: [UInt32] = []
  latencies.reserveCapacity(Int(milliseconds) * 300)
  let start = monotonicNanoseconds()
  let end = start + milliseconds * 1_000_000
  var sentAt = [UInt64](repeating: 0, count: exchanges.count)
  for (index, exchange) in exchanges.enumerated() {
    sentAt[index] = monotonicNanoseconds()
    try exchange.sendRequest()
  }
  var underWay = exchanges.count
  while underWay > 0 {
    try poller.wait(timeoutMilliseconds: 10_000) { index in
      let exchange = exchanges[index]
      guard try exchange.receiveReply(check) else { return }
      let now = monotonicNanoseconds()
      latencies.append(UInt32(clamping: now - sentAt[index]))
      if now < end {
        sentAt[index] = now
        try exchange.sendRequest()
      } else {
        underWay -= 1
      }
    }
  }
  return LoadResult(latencies: latencies, seconds: Double(monotonicNanoseconds() - start) / 1e9)
}
