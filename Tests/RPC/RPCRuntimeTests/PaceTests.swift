import Cryptography
import JSON
import JSONRPC
import RPCRuntime
import Synchronization
import Testing
import Transport

/// Tests the reading from a peer that sends faster than allowed: whatever it sends, the rest waits on its own side.
@Suite(.timeLimit(.minutes(5))) struct PaceTests {
  /// A clock that changes only when it is moved.
  private final class Clock: Sendable {
    private let time = Mutex(MonotonicTime(nanoseconds: 0))
    var now: MonotonicTime { time.withLock { $0 } }
    func advance(milliseconds: UInt64) { time.withLock { $0.nanoseconds += milliseconds * 1_000_000 } }
  }

  private func withConsumer(
    _ options: ConnectionOptions, _ handler: ScriptedHandler = ScriptedHandler(),
    _ body: (RawConsumer, any MessageChannel) async throws -> Void
  ) async throws {
    let ends = try await Carrier.memory.join(limits: Limits())
    let identity = try Ed25519.SigningKey(from: SystemRandom())
    let file = try Joined.discovery(authority: ends.authority, key: identity.verifyingKey)
    let acceptor = ProviderAcceptor { _, _ in
      ProviderAcceptor.Admission(result: Array(#"{"status":"approved"}"#.utf8), handler: handler, options: options)
    }
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity, discovery: file))
    ends.provider.executor.submit { acceptor.accept(ends.provider) }
    let consumer = try RawConsumer(ends.consumer, discovery: file)
    await consumer.start()
    try await consumer.shakeHands()
    #expect(await consumer.message() == "established")
    try await body(consumer, ends.consumer)
  }

  /// The number of messages with this text that the provider has not read, after it has read all that it reads at once.
  private func unread(_ text: String, at end: any MessageChannel) async -> Int {
    await withCheckedContinuation { done in
      // This job runs after the delivery of all messages sent before.
      end.executor.submit {
        end.executor.submit { done.resume(returning: end.queuedBytes / (text.utf8.count + 17 + 32)) }
      }
    }
  }

  static let floods: [(text: String, unreadOfTen: Int)] = [
    (#"{"jsonrpc":"2.0","method":"nothing"}"#, 6),
    (#"{"jsonrpc":"2.0","result":1,"id":77}"#, 6),
    ("{", 6),
    ("[1,2]", 8),
    (#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]"#, 8),
    (String(repeating: " ", count: 8192), 8),
  ]

  @Test(arguments: floods) func whateverIsSentTooFastWaitsUnread(
    _ flood: (text: String, unreadOfTen: Int)
  ) async throws {
    let clock = Clock()
    var options = ConnectionOptions()
    options.pace = ReadingPace(perSecond: 10, burst: 4, now: { clock.now })
    try await withConsumer(options) { consumer, end in
      for _ in 0..<10 { try await consumer.seal(flood.text) }
      #expect(await unread(flood.text, at: end) == flood.unreadOfTen)
      while await unread(flood.text, at: end) > 0 {
        clock.advance(milliseconds: 400)
        await Task.yield()
      }
    }
  }

  @Test func connectionsShareThePaceThatTheyAreGiven() async throws {
    let clock = Clock()
    var options = ConnectionOptions()
    options.pace = ReadingPace(perSecond: 10, burst: 4, now: { clock.now })
    let shared = options
    try await withConsumer(shared) { first, _ in
      for _ in 0..<4 { try await first.seal("{") }
      for _ in 0..<4 { _ = await first.message() }
      try await withConsumer(shared) { second, end in
        for _ in 0..<3 { try await second.seal("{") }
        #expect(await unread("{", at: end) == 2)
      }
    }
  }

  @Test func otherBoundsHoldFromTheNextMessageOn() async throws {
    let handler = ScriptedHandler()
    var narrow = ConnectionOptions()
    narrow.peer.json = JSONLimits(bytes: 100, values: 8)
    try await withConsumer(narrow, handler) { consumer, _ in
      let long = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":["\#(String(repeating: "x", count: 100))"]}"#
      let rich = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":[1,2,3,4,5]}"#
      try await consumer.seal(long)
      #expect(await consumer.message()?.contains(#""limit":"bytes","maximum":100"#) == true)
      try await consumer.seal(rich)
      #expect(await consumer.message()?.contains(#""limit":"values","maximum":8"#) == true)
      await handler.connection?.use(ConnectionOptions())
      for text in [long, rich] {
        try await consumer.seal(text)
        #expect(await consumer.message()?.contains(#""result":["#) == true)
      }
    }
  }
}
