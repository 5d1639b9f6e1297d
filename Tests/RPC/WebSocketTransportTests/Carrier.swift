import Synchronization
import Testing
import Transport
import WebSocketTransport

/// The carriers on which every test of the contract is run.
enum Carrier: String, CaseIterable, CustomTestStringConvertible {
  case memory, loopback

  var testDescription: String { rawValue }

  /// Runs a test with two connected and started ends. The first is the client's, the second the server's.
  func withPair(
    limits: Limits = Limits(), started: Bool = true, _ body: (Recorder, Recorder) async throws -> Void
  ) async throws {
    switch self {
    case .memory:
      let (one, other) = MemoryChannel.pair(limits: limits)
      let ends = (Recorder(one), Recorder(other))
      if started { await ends.0.start() }
      if started { await ends.1.start() }
      try await body(ends.0, ends.1)
    case .loopback:
      // These tests do not test the deadline of the handshake, and it must not expire on a busy machine.
      var limits = limits
      limits.handshakeDeadline = .seconds(600)
      limits.unauthenticatedMessageBytes = limits.messageBytes
      try await withServer({ [limits] in $0.limits = limits }) { [limits] server in
        let client = try await WebSocketConnector.connect(to: server.url, on: server.thread, limits: limits)
        let ends = (Recorder(client), Recorder(try await server.nextChannel()))
        if started { await ends.0.start() }
        if started { await ends.1.start() }
        try await body(ends.0, ends.1)
      }
    }
  }
}

/// A listener on loopback and its thread, for one test.
final class Server: Sendable {
  struct NobodyCame: Error {}

  private struct State {
    var accepted: [any MessageChannel] = []
    var refusals: [Refusal] = []
    var waiters: [(id: Int, isReady: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    var lastWaiter = 0
  }

  private final class Events: Sendable {
    private let state = Mutex(State())

    func change(_ body: (inout State) -> Void) {
      let ready = state.withLock { state in
        body(&state)
        let ready = state.waiters.filter { $0.isReady(state) }.map(\.continuation)
        let now = state
        state.waiters.removeAll { $0.isReady(now) }
        return ready
      }
      for continuation in ready { continuation.resume() }
    }

    func take<T: Sendable>(_ body: @Sendable (inout State) -> T) -> T { state.withLock { body(&$0) } }

    // An event that never happens must fail the test instead of hanging it.
    func wait(on loop: any EventLoop, until isReady: @escaping @Sendable (State) -> Bool) async {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let number = state.withLock { state -> Int? in
          if isReady(state) { return nil }
          state.lastWaiter += 1
          state.waiters.append((state.lastWaiter, isReady, continuation))
          return state.lastWaiter
        }
        guard let number else { return continuation.resume() }
        loop.schedule(after: .seconds(30)) { [self] in giveUp(number) }
      }
    }

    private func giveUp(_ number: Int) {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard let index = state.waiters.firstIndex(where: { $0.id == number }) else { return nil }
        return state.waiters.remove(at: index).continuation
      }
      continuation?.resume()
    }
  }

  let thread: ServiceThread
  let listener: WebSocketListener
  private let events: Events

  init(
    subprotocol: String = WebSocketListener.subprotocol,
    _ configure: (inout WebSocketListener.Configuration) -> Void
  ) throws {
    var configuration = WebSocketListener.Configuration()
    // Only the tests of the deadline use a short one. In all others it must not expire on a busy machine.
    configuration.limits.handshakeDeadline = .seconds(600)
    configuration.limits.unauthenticatedMessageBytes = configuration.limits.messageBytes
    configure(&configuration)
    thread = try ServiceThread(name: "test", subprotocol: subprotocol)
    let events = Events()
    self.events = events
    listener = WebSocketListener(on: thread, configuration: configuration) { refusal in
      events.change { $0.refusals.append(refusal) }
    }
  }

  func start() async throws(ListenError) {
    let events = events
    try await listener.start { channel in events.change { $0.accepted.append(channel) } }
  }

  var address: ListeningAddress { listener.localAddresses.first ?? ListeningAddress(host: "none", port: 0) }
  var url: String { "ws://\(address.authority)/v1" }

  /// Returns the next channel that the listener has accepted.
  func nextChannel() async throws -> any MessageChannel {
    await events.wait(on: thread) { !$0.accepted.isEmpty }
    guard let channel = events.take({ $0.accepted.isEmpty ? nil : $0.accepted.removeFirst() }) else {
      throw NobodyCame()
    }
    return channel
  }

  /// Waits for the given number of refusals and returns their reasons.
  func refusals(_ count: Int = 1) async -> [Refusal] {
    await events.wait(on: thread) { $0.refusals.count >= count }
    return events.take { $0.refusals }
  }

  func stop() async {
    await listener.stop(deadline: .seconds(1))
    await thread.stop()
  }
}

/// Runs a test with a listening server, and stops the server in any case.
func withServer(
  _ configure: (inout WebSocketListener.Configuration) -> Void = { _ in },
  subprotocol: String = WebSocketListener.subprotocol, _ body: (Server) async throws -> Void
) async throws {
  let server = try Server(subprotocol: subprotocol, configure)
  do {
    try await server.start()
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
