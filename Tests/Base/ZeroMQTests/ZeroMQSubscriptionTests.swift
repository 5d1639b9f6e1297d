import Synchronization
import TestSupport
import Testing

@testable import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct ZeroMQSubscriptionTests {
  @Test(arguments: [
    "tcp://127.0.0.1:28332", "tcp://127.1.2.3:1", "tcp://[::1]:28332",
  ]) func loopbackIsLocal(_ endpoint: String) {
    #expect(ZeroMQSubscription.isLocal(endpoint))
  }

  @Test(arguments: [
    "tcp://*:28332", "tcp://0.0.0.0:28332", "tcp://192.168.1.2:28332", "tcp://127.0.0.1.example.org:28332",
    "tcp://localhost:28332", "tcp://127.0.0.1", "tcp://127.0.0.1:x", "ipc:///tmp/socket", "tcp://[::]:1", "",
  ]) func everythingElseIsNot(_ endpoint: String) {
    #expect(!ZeroMQSubscription.isLocal(endpoint))
    #expect(throws: ZeroMQError.remoteEndpoint) { try ZeroMQSubscription(to: [endpoint], topics: [""]) {} }
  }

  @Test func messagesOfItsTopicsAreHeardOnceEach() async throws {
    let publisher = try ZeroMQPublisher()
    let heard = Atomic(0)
    let subscription = try ZeroMQSubscription(to: [publisher.endpoint], topics: ["hashtx", "end"]) {
      heard.add(1, ordering: .relaxed)
    }
    _ = try await eventually("the connection is heard") { heard.load(ordering: .relaxed) > 0 ? true : nil }
    #expect(heard.exchange(0, ordering: .relaxed) == 1)
    var ends = 0
    // Nothing tells a publisher that somebody hears it, so it repeats itself until then.
    _ = try await eventually("it is connected") {
      publisher.publish("end")
      ends += 1
      return heard.load(ordering: .relaxed) > 0 ? true : nil
    }
    for _ in 0..<100 { publisher.publish("hashblock", "not wanted", "1") }
    for _ in 0..<100 { publisher.publish("hashtx", String(repeating: "x", count: 10_000), "2") }
    _ = try await eventually("all are heard") { heard.load(ordering: .relaxed) > 100 ? true : nil }
    #expect(heard.load(ordering: .relaxed) <= 100 + ends)
    withExtendedLifetime(subscription) {}
  }

  @Test func aPublisherMayComeLaterAndIsHeardWithoutAMessage() async throws {
    let gone = try ZeroMQPublisher().endpoint
    let heard = Atomic(false)
    let subscription = try ZeroMQSubscription(to: [gone], topics: [""]) { heard.store(true, ordering: .relaxed) }
    let publisher = try ZeroMQPublisher(at: gone)
    _ = try await eventually("it is connected") { heard.load(ordering: .relaxed) ? true : nil }
    withExtendedLifetime((subscription, publisher)) {}
  }

  @Test func aSubscriptionMayBeReleasedAtAnyTime() throws {
    let publisher = try ZeroMQPublisher()
    for _ in 0..<20 {
      _ = try ZeroMQSubscription(to: [publisher.endpoint], topics: [""]) {}
      publisher.publish("x")
    }
  }
}
