import Dispatch
import TestSupport
import Testing
import Transport
import WebSocketTransport

/// Tests that a client finds out when its server hangs, and only then.
@Suite(.timeLimit(.minutes(5)))
struct HeartbeatTests {
  private static let interval = Duration.milliseconds(20)

  /// A server whose heart beats fast, and a client on another thread that looks as often.
  private func withClient(_ body: (Server, Recorder) async throws -> Void) async throws {
    try await withServer({ $0.limits.heartbeat = Self.interval }) { server in
      let thread = try ServiceThread()
      var limits = Limits()
      limits.look = Self.interval
      let client = Recorder(try await WebSocketConnector.connect(to: server.url, on: thread, limits: limits))
      await client.start()
      try await body(server, client)
      await thread.stop()
    }
  }

  /// Reads frames of a further client, which does nothing. Each heartbeat goes to all clients.
  private func beats(_ count: Int, of server: Server) async throws -> [RawClient.Frame?] {
    let port = server.address.port
    return try await blocking {
      let client = try RawClient(port: port)
      try client.upgrade()
      return (0..<count).map { _ in client.readFrame() }
    }
  }

  @Test func aListenerSendsPongsThatNobodyAskedForAlsoWhileItDoesNotRead() async throws {
    try await withServer({ $0.limits.heartbeat = Self.interval }) { server in
      // Nobody starts the channel that is accepted.
      let found = try await beats(3, of: server)
      #expect(found == [RawClient.Frame](repeating: .init(opcode: 10, payload: []), count: 3))
    }
  }

  /// A client that is at a server which hangs soon after should know that heartbeats were to come.
  @Test func theFirstOneComesWithTheEndOfTheHandshake() async throws {
    try await withServer({ $0.limits.heartbeat = .seconds(600) }) { server in
      async let found = beats(1, of: server)
      let end = Recorder(try await server.nextChannel())
      await end.start()
      await end.authenticate()
      let frames = try await found
      #expect(frames == [.init(opcode: 10, payload: [])])
    }
  }

  /// A thread that does not come back is what a stopped process looks like from outside.
  @Test func aClientLeavesAServerThatHangs() async throws {
    try await withClient { server, client in
      _ = try await beats(2, of: server)
      let hanging = DispatchSemaphore(value: 0)
      server.thread.submit { hanging.wait() }
      #expect(await client.waitForClose() == .lost)
      hanging.signal()
    }
  }

  @Test func aClientStaysThatDoesNotReadAndOneThatHearsOfTheServer() async throws {
    try await withClient { server, client in
      _ = try await beats(4 * Limits.silentLooks, of: server)
      await client.pause()
      _ = try await beats(4 * Limits.silentLooks, of: server)
      await client.resume()
      try await server.nextChannel().sendSoon(.text([1]))
      #expect(await client.waitForMessages(1) == [.text([1])])
    }
  }
}

extension MessageChannel {
  /// Sends a message from any thread.
  fileprivate func sendSoon(_ message: Message) {
    executor.submit { try? self.send(message) }
  }
}
