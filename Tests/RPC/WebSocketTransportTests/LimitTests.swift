import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests the limits for the number of connections and for their time.
@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
  @Test func aSilentConnectionIsDropped() async throws {
    try await withServer({ $0.limits.handshakeDeadline = .milliseconds(150) }) { server in
      let port = server.address.port
      try await expectHangUp(port)
      #expect(await server.refusals() == [.handshakeDeadline])
    }
  }

  @Test func aTricklingRequestIsDropped() async throws {
    try await withServer({ $0.limits.handshakeDeadline = .seconds(10) }) { server in
      let port = server.address.port
      let isHungUp = try await blocking {
        let client = try RawClient(port: port)
        try client.write("GET /v1 HTTP/1.1\r\nX: ")
        return client.isHungUp()
      }
      #expect(isHungUp)
      #expect(await server.refusals() == [.handshakeDeadline])
    }
  }

  @Test func aSilentUpgradedConnectionIsClosed() async throws {
    try await withServer({ $0.limits.handshakeDeadline = .seconds(10) }) { server in
      let port = server.address.port
      async let code = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        return client.readClose()
      }
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      #expect(try await code == 1008)
      #expect(await recorder.waitForClose() == .local(.policyViolation))
      #expect(await server.refusals() == [.handshakeDeadline])
    }
  }

  @Test func anAuthenticatedConnectionMayBeSilent() async throws {
    try await withServer({ $0.limits.handshakeDeadline = .seconds(10) }) { server in
      let client = Recorder(try await WebSocketConnector.connect(to: server.url, on: server.thread))
      await client.start()
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      await recorder.authenticate()
      // A second client that sends nothing shows that the deadline has passed.
      let port = server.address.port
      try await expectHangUp(port)
      try await recorder.send(.text([65]))
      #expect(await client.waitForMessages(1) == [.text([65])])
    }
  }

  @Test func socketsThatOnlyHoldAPlaceDoNotKeepOthersOut() async throws {
    try await withServer({
      $0.limits.unauthenticatedSockets = 8
      // Only new connections may end them, not the deadline.
      $0.limits.handshakeDeadline = .seconds(600)
    }) { server in
      let port = server.address.port
      let silent = try (0..<20).map { _ in try RawClient(port: port) }
      for _ in 0..<10 { try await blocking { try RawClient(port: port).upgrade() } }
      #expect(await server.refusals().allSatisfy { $0 == .displaced })
      withExtendedLifetime(silent) {}
    }
  }

  @Test func whoHasGotFurtherKeepsItsPlace() async throws {
    try await withServer({
      $0.limits.unauthenticatedSockets = 4
      $0.limits.handshakeDeadline = .seconds(600)
    }) { server in
      let port = server.address.port
      try await withHeldClients(2, server: server) { channels in
        let invited = Recorder(channels[0])
        await invited.start()
        await invited.invite()
        for _ in 0..<20 { try await blocking { try RawClient(port: port).upgrade() } }
        // A channel that was dropped accepts no more messages.
        try await invited.send(.text([65]))
      }
    }
  }

  @Test func aCloseThatWaitsHoldsNoPlace() async throws {
    try await withServer({
      $0.limits.sockets = 1
      $0.limits.unauthenticatedSockets = 1
      $0.limits.closeDeadline = .seconds(600)
    }) { server in
      let port = server.address.port
      // The client reads nothing, so it never answers the close.
      let stubborn = try RawClient(port: port)
      try stubborn.upgrade()
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      await recorder.authenticate()
      await recorder.close(.normal)
      try await blocking { try RawClient(port: port).upgrade() }
      withExtendedLifetime(stubborn) {}
    }
  }

  @Test func aLongMessageBeforeTheHandshakeIsRefused() async throws {
    try await withServer({ $0.limits.unauthenticatedMessageBytes = 32_768 }) { server in
      let port = server.address.port
      async let code = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        try client.write(RawClient.frame(1, [UInt8](repeating: 65, count: 40_000)))
        return client.readClose()
      }
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      #expect(try await code == 1008)
      #expect(await recorder.waitForClose() == .local(.policyViolation))
    }
  }

  @Test func aSocketThatGoesMakesRoom() async throws {
    try await withServer({ $0.limits.unauthenticatedSockets = 1 }) { server in
      let port = server.address.port
      for _ in 0..<5 {
        async let isHungUp = blocking {
          let client = try RawClient(port: port)
          try client.upgrade()
          try client.write(RawClient.frame(8, [3, 232]))
          return client.isHungUp()
        }
        let recorder = Recorder(try await server.nextChannel())
        await recorder.start()
        #expect(await recorder.waitForClose() == .peer(.normal))
        #expect(try await isHungUp)
      }
    }
  }

  @Test func the33rdSocketIsRefused() async throws {
    try await withServer({
      $0.limits.sockets = 32
      $0.limits.unauthenticatedSockets = 32
    }) { server in
      let port = server.address.port
      try await withHeldClients(32, server: server) { channels in
        for channel in channels { await Recorder(channel).authenticate() }
        try await expectHangUp(port)
        #expect(await server.refusals() == [.tooManySockets])
      }
    }
  }

  @Test func limitsThatMakeNoSenseAreRefusedByName() async throws {
    let broken: [(String, (inout Limits) -> Void)] = [
      ("handshakeDeadline", { $0.handshakeDeadline = .zero }), ("sockets", { $0.sockets = 0 }),
      ("unauthenticatedSockets", { $0.unauthenticatedSockets = 129 }), ("messageBytes", { $0.messageBytes = 0 }),
      ("unauthenticatedMessageBytes", { $0.unauthenticatedMessageBytes = 0 }),
      ("sendQueueBytes", { $0.sendQueueBytes = 1000 }), ("lowWaterBytes", { $0.lowWaterBytes = 0 }),
      ("readBufferBytes", { $0.readBufferBytes = 1 }), ("closeDeadline", { $0.closeDeadline = .zero }),
    ]
    for (field, breaking) in broken {
      var limits = Limits()
      breaking(&limits)
      #expect(throws: InvalidLimit(field: field)) { try limits.validate() }
    }
    let server = try Server { $0.limits.sockets = 0 }
    await #expect(throws: ListenError.invalidLimit(InvalidLimit(field: "sockets"))) { try await server.start() }
    await server.stop()
  }

  private func expectHangUp(_ port: UInt16) async throws {
    let isHungUp = try await blocking { try RawClient(port: port).isHungUp() }
    #expect(isHungUp)
  }

  private func withHeldClients(
    _ count: Int, server: Server, _ body: ([any MessageChannel]) async throws -> Void
  ) async throws {
    var clients: [WebSocketChannel] = []
    var channels: [any MessageChannel] = []
    for _ in 0..<count {
      let client = try await WebSocketConnector.connect(to: server.url, on: server.thread)
      // Only a channel that reads completes the close at the end.
      await Recorder(client).start()
      clients.append(client)
      channels.append(try await server.nextChannel())
    }
    try await body(channels)
    withExtendedLifetime(clients) {}
  }
}
