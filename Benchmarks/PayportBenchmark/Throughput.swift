/// Measures throughput in rounds. The targets take turns, so that noise affects all of them alike.
struct Throughput {
  let options: Options
  static let connectionCounts = [1, 16, 64]

  /// Adds `throughput.TARGET.CONNECTIONS`, `cpu.TARGET.CONNECTIONS` (the server's CPU time for each message) and
  /// `busy.TARGET.CONNECTIONS` (its share of one CPU). For one connection it also adds `median.TARGET.PLACEMENT` and
  /// `p99.…`.
  func measure(
    _ targets: [any Target], connectionCounts: [Int] = connectionCounts, into measurements: inout Measurements
  ) throws {
    for round in 1...options.rounds {
      for count in connectionCounts {
        note("round \(round) of \(options.rounds), \(count) connection\(count == 1 ? "" : "s")")
        for target in targets {
          try measure(target, connections: count, placement: .apart, into: &measurements)
          if count == 1 { try measure(target, connections: count, placement: .together, into: &measurements) }
        }
      }
    }
    try Placement.release()
  }

  private func measure(
    _ target: any Target, connections: Int, placement: Placement, into measurements: inout Measurements
  ) throws {
    try placement.apply(server: target.processID)
    let exchanges = try (0..<connections).map { _ in try target.connect() }
    var replies = ReplyCheck(name: target.name)
    // The warm-up is separate, so that the measured CPU time belongs only to the measured messages.
    _ = try closedLoop(exchanges, milliseconds: options.milliseconds / 5) { try replies.check($0) }
    let before = processorNanoseconds(of: target.processID)
    let result = try closedLoop(exchanges, milliseconds: options.milliseconds) { try replies.check($0) }
    let after = processorNanoseconds(of: target.processID)
    if connections == 1 {
      let suffix = "\(target.key).\(placement)"
      measurements.add("median.\(suffix)", percentile(result.latencies, 0.5) / 1000, unit: "us")
      measurements.add("p99.\(suffix)", percentile(result.latencies, 0.99) / 1000, unit: "us")
    }
    guard placement == .apart else { return }
    measurements.add("throughput.\(target.key).\(connections)", result.messagesPerSecond, unit: "messages/s")
    measurements.add("reply.\(target.key)", Double(replies.size), unit: "bytes of JSON")
    if let before, let after {
      let used = Double(after - before) / 1e9
      measurements.add(
        "cpu.\(target.key).\(connections)", used * 1e6 / Double(max(1, result.latencies.count)), unit: "us")
      measurements.add("busy.\(target.key).\(connections)", used / result.seconds, unit: "CPUs")
    }
  }
}

/// Checks that each reply is a result and as long as the previous one. Only the first is read, to save time.
private struct ReplyCheck {
  let name: String
  private(set) var size = 0

  init(name: String) {
    self.name = name
  }

  mutating func check(_ reply: UnsafeBufferPointer<UInt8>) throws {
    if size == 0 {
      size = reply.count
      let text = String(decoding: reply, as: UTF8.self)
      // An error is also a reply, and a fast one.
      guard !text.contains(#""error""#) else { throw BenchmarkError("\(name) answers: \(text)") }
    }
    guard reply.count == size else { throw BenchmarkError("\(name) changes the size of its reply") }
  }
}
