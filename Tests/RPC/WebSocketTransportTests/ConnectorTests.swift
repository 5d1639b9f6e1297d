import Platform
import Testing
import Transport

@testable import WebSocketTransport

/// Tests the client's side of a connection and its errors.
@Suite(.timeLimit(.minutes(5)))
struct ConnectorTests {
  /// The error of an attempt; nil if it succeeded.
  private func failure(
    _ url: String, offering subprotocols: [String] = ["payport.v1"], on thread: ServiceThread,
    deadline: Duration = .seconds(5)
  ) async -> ConnectError? {
    do throws(ConnectError) {
      let channel = try await WebSocketConnector.connect(
        to: url, offering: subprotocols, on: thread, deadline: deadline)
      thread.submit { channel.abort() }
      return nil
    } catch {
      return error
    }
  }

  @Test func theURLHasOneForm() throws {
    #expect(throws: Never.self) { try ConnectTarget(url: "ws://127.0.0.1:80/v1") }
    let target = try ConnectTarget(url: "ws://[::1]:65535/v1")
    #expect(target.address == "::1" && target.port == 65535 && target.authority == "[::1]:65535")
    #expect(try ConnectTarget(url: "ws://localhost:1/v1").address == "127.0.0.1")
    for url in [
      "", "ws://", "http://127.0.0.1:1/v1", "wss://127.0.0.1:1/v1", "ws://127.0.0.1/v1", "ws://127.0.0.1:0/v1",
      "ws://127.0.0.1:65536/v1", "ws://127.0.0.1:1", "ws://10.0.0.1:1/v1", "ws://evil.test:1/v1",
      "ws://user@127.0.0.1:1/v1", "ws://127.0.0.1:1/v1?x", "ws://127.0.0.1:1/v1 HTTP/1.1\r\nX: y", "ws://0.0.0.0:1/v1",
      "ws://[::]:1/v1", "ws://127.0.0.1.evil.test:1/v1", "ws://2130706433:1/v1",
    ] {
      #expect(throws: ConnectError.invalidURL, "\(url)") { try ConnectTarget(url: url) }
    }
  }

  @Test func nobodyListens() async throws {
    let thread = try ServiceThread()
    let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
    let port = try #require(bound.first).address.port
    ListeningSockets.close(bound)
    #expect(await failure("ws://127.0.0.1:\(port)/v1", on: thread) == .unreachable)
    await thread.stop()
  }

  @Test func theServerRefuses() async throws {
    try await withServer { server in
      let url = server.url
      #expect(await failure(url + "x", on: server.thread) == .upgradeRefused(status: 403))
      #expect(await failure(url, offering: ["payport.v2"], on: server.thread) == .upgradeRefused(status: 403))
      #expect(await server.refusals(2) == [.wrongPath, .wrongSubprotocol])
    }
  }

  @Test func theServerHangsUp() async throws {
    try await withServer({
      $0.limits.sockets = 1
      $0.limits.unauthenticatedSockets = 1
    }) { server in
      let channel = try await WebSocketConnector.connect(to: server.url, on: server.thread)
      await Recorder(try await server.nextChannel()).authenticate()
      #expect(await failure(server.url, on: server.thread) == .upgradeRefused(status: nil))
      await Recorder(channel).abort()
    }
  }

  @Test func theServerIsSilent() async throws {
    let thread = try ServiceThread()
    // The socket listens, but no connection is accepted.
    let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
    let port = try #require(bound.first).address.port
    #expect(await failure("ws://127.0.0.1:\(port)/v1", on: thread, deadline: .milliseconds(100)) == .timedOut)
    let attempt = Task { await failure("ws://127.0.0.1:\(port)/v1", on: thread) }
    attempt.cancel()
    #expect(await attempt.value == .cancelled)
    ListeningSockets.close(bound)
    await thread.stop()
  }

  @Test func theThreadHasStopped() async throws {
    let thread = try ServiceThread()
    let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
    let url = "ws://127.0.0.1:\(try #require(bound.first).address.port)/v1"
    async let underway = failure(url, on: thread)
    await Recorder.Probe(thread).settle()
    await thread.stop()
    #expect(await underway == .stopped)
    #expect(await failure(url, on: thread) == .stopped)
    ListeningSockets.close(bound)
  }

  @Test func weSendNoOriginAndTheURLsAuthority() async throws {
    try await withServer { server in
      let port = server.address.port
      for authority in ["127.0.0.1:\(port)", "localhost:\(port)"] {
        let channel = try await WebSocketConnector.connect(
          to: "ws://\(authority)/v1", offering: ["payport.v2", "payport.v1"], on: server.thread)
        let accepted = try await server.nextChannel()
        #expect(accepted.peer.authority == authority && channel.peer.authority == authority)
        #expect(accepted.peer.offeredSubprotocols == channel.peer.offeredSubprotocols)
        #expect(channel.peer.selectedSubprotocol == "payport.v1")
        await Recorder(channel).abort()
      }
    }
  }

  @Test func aThreadsListenersSpeakItsSubprotocolAlone() async throws {
    try await withServer(subprotocol: "chat.v3") { server in
      let channel = try await WebSocketConnector.connect(
        to: server.url, offering: ["payport.v1", "chat.v3"], on: server.thread)
      #expect(channel.peer.selectedSubprotocol == "chat.v3")
      #expect(try await server.nextChannel().peer.selectedSubprotocol == "chat.v3")
      #expect(await failure(server.url, on: server.thread) == .upgradeRefused(status: 403))
      await Recorder(channel).abort()
    }
  }

  @Test func aServerWithoutSubprotocolsIsAskedForNone() async throws {
    let server = try PlainServer(selecting: nil)
    let thread = try ServiceThread()
    let channel = try await WebSocketConnector.connect(to: server.url, offering: [], on: thread)
    #expect(channel.peer.selectedSubprotocol == "" && server.request?.lowercased().contains("protocol") == false)
    await Recorder(channel).abort()
    #expect(await failure(server.url, on: thread) == .wrongSubprotocol)
    await thread.stop()
  }

  @Test func aSubprotocolThatWasNotOfferedIsNotTaken() async throws {
    let server = try PlainServer(selecting: "payport.v1")
    let thread = try ServiceThread()
    #expect(await failure(server.url, offering: [], on: thread) != nil)
    #expect(await failure(server.url, offering: ["payport.v2"], on: thread) != nil)
    #expect(await failure(server.url, on: thread) == nil)
    await thread.stop()
  }

  @Test func aServerOfAnotherUserIsNotSpokenTo() async throws {
    try await withServer { server in
      let own = geteuid()
      let channel = try await WebSocketConnector.connect(to: server.url, servedBy: own, on: server.thread)
      await Recorder(channel).abort()
      #if os(Linux)
        await #expect(throws: ConnectError.otherUser) {
          try await WebSocketConnector.connect(to: server.url, servedBy: own + 1, on: server.thread)
        }
      #endif
    }
  }

  @Test func bothLoopbackAddressesAreServedOnOnePort() async throws {
    try await withServer { server in
      let addresses = server.listener.localAddresses
      guard addresses.count == 2 else {
        print("SKIPPED: this machine has no ::1, so only \(addresses) is served")
        return
      }
      #expect(addresses[0].port == addresses[1].port)
      let channel = try await WebSocketConnector.connect(to: "ws://[::1]:\(addresses[1].port)/v1", on: server.thread)
      #expect(try await server.nextChannel().peer.address == "::1")
      await Recorder(channel).abort()
    }
  }
}
