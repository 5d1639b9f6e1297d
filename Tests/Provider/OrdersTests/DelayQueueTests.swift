import Testing

@testable import Orders

@Suite("Waits of orders", .timeLimit(.minutes(5)))
struct DelayQueueTests {
  @Test("jobs run when they are due, also where a later one wants to be earlier")
  func order() async {
    let lanes = DelayQueue()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    // The delays are so different that a thread which gets no processor for a while does not change the order.
    lanes.run(after: .seconds(3)) { continuation.yield("slow 1") }
    lanes.run(after: .seconds(3)) { continuation.yield("slow 2") }
    lanes.run(after: .seconds(1)) { continuation.yield("fast") }
    lanes.run(after: .zero) { continuation.yield("at once") }
    var heard: [String] = []
    for await word in stream {
      heard.append(word)
      if heard.count == 4 { break }
    }
    #expect(heard == ["at once", "fast", "slow 1", "slow 2"])
  }

  @Test("no job runs before its time")
  func notEarly() async {
    let lanes = DelayQueue()
    let start = ContinuousClock.now
    await withCheckedContinuation { continuation in
      lanes.run(after: .milliseconds(50)) { continuation.resume() }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }

  @Test("many waits, one after the other and together, all end")
  func many() async {
    let lanes = DelayQueue()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2000 {
        group.addTask {
          await withCheckedContinuation { continuation in
            lanes.run(after: .milliseconds(1 + number % 7)) { continuation.resume() }
          }
        }
      }
    }
  }
}
