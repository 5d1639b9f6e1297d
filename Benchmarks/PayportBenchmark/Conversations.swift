/// Has conversations on several connections at the same time, from one thread. A conversation is a request and whatever
/// requests its replies lead to; after its end the next one begins on the same connection.
struct Conversations {
  let exchanges: [Exchange]
  /// Returns the request that a reply leads to; `nil` if the conversation is over.
  let followUp: (UnsafeBufferPointer<UInt8>) throws -> [UInt8]?
  /// The durations of the conversations in nanoseconds.
  private(set) var latencies: [UInt32] = []
  /// The number of replies.
  private(set) var replies = 0
  /// The time from the first request to the last reply.
  private(set) var seconds = 0.0

  init(exchanges: [Exchange], followUp: @escaping (UnsafeBufferPointer<UInt8>) throws -> [UInt8]?) {
    self.exchanges = exchanges
    self.followUp = followUp
  }

  /// Runs until there is nothing more to begin.
  ///
  /// - Parameter next: Returns the first request of the conversation with this number; `nil` if none is left.
  mutating func run(_ next: (Int) -> [UInt8]?) throws {
    let poller = try Poller(capacity: exchanges.count)
    var startedAt = [UInt64](repeating: 0, count: exchanges.count)
    let begin = monotonicNanoseconds()
    var (begun, active) = (0, 0)
    for (index, exchange) in exchanges.enumerated() {
      try poller.add(exchange.connection.descriptor, index: index)
      guard let request = next(begun) else { continue }
      begun += 1
      active += 1
      startedAt[index] = monotonicNanoseconds()
      try exchange.send(request)
    }
    while active > 0 {
      try poller.wait(timeoutMilliseconds: 30_000) { index in
        var further: [UInt8]?
        guard try exchanges[index].receiveReply({ further = try followUp($0) }) else { return }
        replies += 1
        if let further { return try exchanges[index].send(further) }
        let now = monotonicNanoseconds()
        latencies.append(UInt32(clamping: now - startedAt[index]))
        guard let request = next(begun) else {
          active -= 1
          return
        }
        begun += 1
        startedAt[index] = now
        try exchanges[index].send(request)
      }
    }
    seconds = Double(monotonicNanoseconds() - begin) / 1e9
  }
}
