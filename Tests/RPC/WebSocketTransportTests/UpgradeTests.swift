import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests which upgrade requests are accepted, with a client that sends raw bytes.
@Suite(.timeLimit(.minutes(5)))
struct UpgradeTests {
  /// Sends a request and returns the status of its answer; nil if the server hung up without one.
  private func status(
    of request: @escaping @Sendable (RawClient) -> String, at server: Server, byteByByte: Bool = false
  ) async throws -> Int? {
    let port = server.address.port
    return try await blocking {
      let client = try RawClient(port: port)
      let bytes = Array(request(client).utf8)
      if byteByByte { try client.writeByteByByte(bytes) } else { try client.write(bytes) }
      return client.readStatus()
    }
  }

  private func expect(
    _ expected: Int, of request: @escaping @Sendable (RawClient) -> String, at server: Server, byteByByte: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await status(of: request, at: server, byteByByte: byteByByte)
    #expect(answer == expected, sourceLocation: sourceLocation)
  }

  @Test func aRequestInOrderIsAccepted() async throws {
    try await withServer { server in
      try await expect(101, of: { $0.request() }, at: server)
      let channel = try await server.nextChannel()
      #expect(channel.peer.offeredSubprotocols == "payport.v1")
      #expect(channel.peer.selectedSubprotocol == "payport.v1")
      #expect(channel.peer.authority == "127.0.0.1:\(server.address.port)")
      #expect(channel.peer.address == "127.0.0.1")
    }
  }

  @Test func aRequestMayComeByteByByte() async throws {
    try await withServer { server in
      try await expect(101, of: { $0.request() }, at: server, byteByByte: true)
    }
  }

  @Test func ourOfferIsKeptVerbatim() async throws {
    try await withServer { server in
      let offer = "payport.v9,  payport.v1"
      try await expect(101, of: { $0.request(protocols: offer) }, at: server)
      let channel = try await server.nextChannel()
      #expect(channel.peer.offeredSubprotocols == offer)
    }
  }

  @Test(arguments: ["http://evil.test", "null", "https://wallet.example", "http://127.0.0.1"])
  func anyOriginIsRefused(_ origin: String) async throws {
    try await withServer { server in
      try await expect(403, of: { $0.request(extra: ["Origin: \(origin)"]) }, at: server)
      #expect(await server.refusals() == [.originNotAllowed])
    }
  }

  @Test func onlyTheVeryOriginThatIsListedIsAccepted() async throws {
    try await withServer({ $0.allowedOrigins = ["https://wallet.example"] }) { server in
      for origin in ["https://wallet.example", "https://wallet.example.evil.test", "https://WALLET.example"] {
        let status = try await status(of: { $0.request(extra: ["Origin: \(origin)"]) }, at: server)
        #expect(status == (origin == "https://wallet.example" ? 101 : 403))
      }
      let twice = ["Origin: https://wallet.example", "Origin: https://evil.test"]
      try await expect(403, of: { $0.request(extra: twice) }, at: server)
      #expect(await server.refusals(3) == [.originNotAllowed, .originNotAllowed, .originNotAllowed])
    }
  }

  @Test func aHostOfOurOwnIsAccepted() async throws {
    try await withServer { server in
      let port = server.address.port
      for host in ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] {
        // Without IPv6 the listener does not have that name.
        if host.hasPrefix("["), server.listener.localAddresses.count < 2 { continue }
        try await expect(101, of: { $0.request(host: host) }, at: server)
      }
    }
  }

  @Test(arguments: [
    "127.0.0.1", "localhost", "evil.test:PORT", "0.0.0.0:PORT", "127.0.0.1:PORT.evil.test", "127.0.0.1:1",
    "evil.127.0.0.1:PORT", "127.0.0.1:0PORT", "127.0.0.2:PORT", "LOCALHOST:PORT",
  ])
  func anyOtherHostIsRefused(_ pattern: String) async throws {
    try await withServer { server in
      let host = pattern.replacing("PORT", with: "\(server.address.port)")
      try await expect(403, of: { $0.request(host: host) }, at: server)
      #expect(await server.refusals() == [.wrongHost])
    }
  }

  @Test func aSecondHostIsRefused() async throws {
    try await withServer { server in
      try await expect(403, of: { $0.request(extra: ["Host: evil.test"]) }, at: server)
      #expect(await server.refusals() == [.wrongHost])
    }
  }

  @Test func noHostIsRefused() async throws {
    try await withServer { server in
      let answer = try await status(
        of: {
          $0.request().split(separator: "\r\n").filter { !$0.hasPrefix("Host") }.joined(separator: "\r\n") + "\r\n\r\n"
        },
        at: server)
      #expect(answer != 101)
    }
  }

  @Test func theSubprotocolIsRequired() async throws {
    try await withServer { server in
      try await expect(403, of: { $0.request(protocols: nil) }, at: server)
      #expect(await server.refusals() == [.missingSubprotocol])
    }
  }

  @Test(arguments: [
    "payport.v2", "payport.v10", "payport", "payport client", "payport door", "payport none", "chat, superchat",
  ])
  func anotherSubprotocolIsRefused(_ protocols: String) async throws {
    try await withServer { server in
      try await expect(403, of: { $0.request(protocols: protocols) }, at: server)
      #expect(await server.refusals() == [.wrongSubprotocol])
    }
  }

  @Test(arguments: ["payport client, payport.v1", "payport door, payport.v1", "payport none, payport.v1"])
  func anInnerNameBeforeTheRightOneIsRefused(_ protocols: String) async throws {
    try await withServer { server in
      let answer = try await status(of: { $0.request(protocols: protocols) }, at: server)
      #expect(answer != 101)
    }
  }

  @Test(arguments: ["/", "/v2", "/v1/", "/v1/x", "/V1", "/v1?x=1"])
  func anotherPathIsRefused(_ path: String) async throws {
    try await withServer { server in
      try await expect(403, of: { $0.request(path: path) }, at: server)
      #expect(await server.refusals() == [.wrongPath])
    }
  }

  @Test(arguments: [
    "CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
      + "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
    "\u{16}\u{3}\u{1}garbage\r\n\r\n",
  ])
  func otherProtocolsGetNowhere(_ pattern: String) async throws {
    try await withServer { server in
      let request = pattern.replacing("HOST", with: server.address.authority)
      let answer = try await status(of: { _ in request }, at: server)
      #expect(answer == nil || answer == 403)
      // The listener still accepts valid requests.
      try await expect(101, of: { $0.request() }, at: server)
    }
  }
}
