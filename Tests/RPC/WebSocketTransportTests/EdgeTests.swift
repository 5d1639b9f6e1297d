import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests the listener's answers, or its silence, to clients that violate the protocol.
@Suite(.timeLimit(.minutes(5)))
struct EdgeTests {
  /// Returns everything that the listener sends in answer to some bytes until it hangs up.
  private func answer(to bytes: @escaping @Sendable (RawClient) -> String, at server: Server) async throws -> String {
    let port = server.address.port
    return try await blocking {
      let client = try RawClient(port: port)
      try client.write(bytes(client))
      return client.readAll()
    }
  }

  /// Makes an upgrade request with one line replaced, or left out if the new line is empty.
  private static func request(_ client: RawClient, _ name: String, _ line: String) -> String {
    let lines = client.request().split(separator: "\r\n").map { $0.hasPrefix(name) ? Substring(line) : $0 }
    return lines.filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// A web page can make a browser send these requests. An answer would reveal that there is a listener.
  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Mode: no-cors\r\n\r\n", "GET /v1 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "POST /v1 HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n", "OPTIONS /v1 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "BREW /v1 HTTP/1.1\r\nHost: HOST\r\n\r\n", "garbage\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "\r\n", "\u{0}",
    "GET /v1 HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
  ])
  func whatIsNoUpgradeGetsNoByte(_ pattern: String) async throws {
    try await withServer { server in
      let host = server.address.authority
      let found = try await answer(to: { _ in pattern.replacing("HOST", with: host) }, at: server)
      #expect(found == "")
      let refusals = await server.refusals()
      #expect(refusals == [.malformedRequest] || refusals == [.notAnUpgrade])
    }
  }

  @Test(arguments: [
    ("GET", "GET /v1 HTTP/1.0"), ("GET", "GET /v1 HTTP/1.2"), ("Host", "Host: 127.0.0.1:1\u{0}.evil.test"),
    ("Host", "Host : evil.test"), ("Upgrade", "Upgrade: websocket\r\nOrigin : http://evil.test"),
    ("Upgrade", "Upgrade: websocket\r\n folded"), ("Upgrade", "Upgrade: websocket\nOrigin: http://evil.test"),
    ("Upgrade", "Upgrade: websocket\r\nContent-Length: 5"), ("Upgrade", "Upgrade: websocket\r\nNo colon"),
  ])
  func aRequestThatCouldBeReadInTwoWaysGetsNoByte(_ name: String, _ line: String) async throws {
    try await withServer { server in
      let found = try await answer(to: { Self.request($0, name, line) }, at: server)
      #expect(found == "")
      #expect(await server.refusals() == [.malformedRequest])
    }
  }

  @Test(arguments: [
    ("Sec-WebSocket-Key", "", 400), ("Sec-WebSocket-Key", "Sec-WebSocket-Key: short", 400),
    (
      "Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      400
    ),
    ("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZSE=", 400), ("Connection", "", 400),
    ("Connection", "Connection: keep-alive", 400), ("Sec-WebSocket-Version", "", 426),
    ("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8", 426), ("GET", "GET //v1 HTTP/1.1", 403),
    ("GET", "GET /x/../v1 HTTP/1.1", 403), ("GET", "GET /%761 HTTP/1.1", 403), ("GET", "GET /v1# HTTP/1.1", 403),
    ("GET", "GET http://127.0.0.1/v1 HTTP/1.1", 403), ("Host", "", 403), ("Host", "Host:", 403),
    ("Upgrade", "Upgrade: websocket\r\nOrigin:", 403),
    ("Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: payport.v1\r\nSec-WebSocket-Protocol: payport.v1", 403),
  ])
  func anUpgradeThatIsNotInOrderIsToldSo(_ name: String, _ line: String, _ status: Int) async throws {
    try await withServer { server in
      let found = try await answer(to: { Self.request($0, name, line) }, at: server)
      #expect(found.hasPrefix("HTTP/1.1 \(status) ") && found.hasSuffix("\r\nContent-Length: 0\r\n\r\n"), "\(found)")
      #expect(found.contains("Sec-WebSocket-Version: 13") == (status == 426))
    }
  }

  @Test(arguments: [
    ("Connection", "Connection: keep-alive, Upgrade"), ("Connection", "connection:upgrade"),
    ("Upgrade", "Upgrade: WebSocket\r\nX:\r\nx-y:z"), ("Upgrade", "UPGRADE: websocket\r\nUser-Agent: \u{e9}"),
    ("Upgrade", "Upgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"),
  ])
  func whatHonestClientsSendIsAccepted(_ name: String, _ line: String) async throws {
    try await withServer { server in
      let port = server.address.port
      let head = try await blocking {
        let client = try RawClient(port: port)
        try client.write(Self.request(client, name, line))
        return client.readHead()
      }
      let lines = Set((head ?? "").split(separator: "\r\n").map(String.init))
      // The answer is that of the example in RFC 6455 section 1.3, without extensions.
      #expect(
        lines == [
          "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
          "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Sec-WebSocket-Protocol: payport.v1",
        ])
    }
  }

  /// Returns the answer of a started server channel to some bytes: the code of its close frame.
  private func close(
    after bytes: [UInt8], _ configure: (inout WebSocketListener.Configuration) -> Void = { _ in }
  ) async throws -> (code: UInt16?, reason: CloseReason) {
    let server = try Server(configure)
    try await server.start()
    let port = server.address.port
    async let code = blocking {
      let client = try RawClient(port: port)
      try client.upgrade()
      try? client.write(bytes)
      return client.readClose()
    }
    let recorder = Recorder(try await server.nextChannel())
    await recorder.start()
    let result = (try await code, await recorder.waitForClose())
    await server.stop()
    return result
  }

  @Test(
    arguments: [
      ([0x82, 0x01, 7], 1002), ([0x82, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 1, 2, 3, 4], 1009),
      ([0x82, 0xfe, 0, 0, 1, 2, 3, 4], 1002), ([0x88, 0x81, 1, 2, 3, 4, 0], 1002),
      ([0x88, 0x82, 0, 0, 0, 0, 0xff, 0xff], 1002), ([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xed], 1002),
      ([0x89, 0xfe, 0, 126, 1, 2, 3, 4], 1002),
    ] as [([UInt8], UInt16)])
  func framesThatBreakARuleAreClosedWithTheirCode(_ bytes: [UInt8], _ expected: UInt16) async throws {
    let found = try await close(after: bytes)
    #expect(found.code == expected && found.reason == .local(CloseCode(rawValue: expected)))
  }

  /// The client sends the whole message before it reads. The answer must not be lost because of bytes that were not
  /// read.
  @Test func theAnswerToAMessageThatIsTooLargeReachesWhoSentAllOfIt() async throws {
    let found = try await close(after: RawClient.frame(2, [UInt8](repeating: 1, count: 2 << 20)))
    #expect(found.code == 1009 && found.reason == .local(.messageTooBig))
  }

  @Test func whoNeverStopsSendingIsCutOff() async throws {
    try await withServer({ $0.limits.closeDeadline = .seconds(600) }) { server in
      let port = server.address.port
      async let sent = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        try client.write([0x82, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0, 1, 2, 3, 4])
        let chunk = [UInt8](repeating: 1, count: 1 << 20)
        for count in 0..<100 { if (try? client.write(chunk)) == nil { return count } }
        return 100
      }
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      let count = try await sent
      #expect(count < 50)
      #expect(await recorder.waitForClose() == .local(.messageTooBig))
    }
  }

  @Test func pingsAndEmptyFragmentsHaveAnEnd() async throws {
    let pings = (0..<200).flatMap { _ in RawClient.frame(9, [1]) }
    #expect(try await close(after: pings).code == 1008)
    let fragments =
      RawClient.frame(1, [], isLast: false) + (0..<5000).flatMap { _ in RawClient.frame(0, [], isLast: false) }
    #expect(try await close(after: fragments).code == 1008)
  }

  @Test func whoHasNotProvenAnythingSendsOnlySmallMessages() async throws {
    let message = RawClient.frame(1, [UInt8](repeating: 65, count: 40_000))
    let found = try await close(after: message) { $0.limits.unauthenticatedMessageBytes = 32 << 10 }
    #expect(found.code == 1008)
    let announced = try await close(after: [0x81, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 1, 2, 3, 4]) {
      $0.limits.unauthenticatedMessageBytes = 32 << 10
    }
    #expect(announced.code == 1009)
  }

  @Test func whoHasProvenItSendsLargeOnes() async throws {
    try await withServer({ $0.limits.unauthenticatedMessageBytes = 1000 }) { server in
      let client = Recorder(try await WebSocketConnector.connect(to: server.url, on: server.thread))
      await client.start()
      let recorder = Recorder(try await server.nextChannel())
      await recorder.start()
      await recorder.authenticate()
      let message = Message.binary([UInt8](repeating: 7, count: 1 << 20))
      try await client.send(message)
      #expect(await recorder.waitForMessages(1) == [message])
    }
  }

  @Test func onlyTheNewestPingIsAnswered() async throws {
    try await withServer { server in
      let port = server.address.port
      async let found = blocking {
        let client = try RawClient(port: port)
        try client.upgrade()
        try client.write((0..<50).flatMap { RawClient.frame(9, [UInt8($0)]) } + RawClient.frame(8, [3, 232]))
        var frames: [RawClient.Frame] = []
        while let frame = client.readFrame() { frames.append(frame) }
        return frames
      }
      await Recorder(try await server.nextChannel()).start()
      let frames = try await found
      // The number of reads depends on the system; only the order and the end are checked.
      #expect(frames.last?.closeCode == 1000)
      let pongs = frames.dropLast().compactMap { $0.opcode == 10 ? $0.payload.first : nil }
      #expect(pongs == pongs.sorted() && pongs.count <= 50)
    }
  }
}
