import HTTPClient
import Synchronization
import TestSupport
import Testing

@Suite struct HTTPClientTests {
  private let body = Array(#"{"method":"x"}"#.utf8)

  @Test func postsJSONOverOneConnection() async throws {
    let server = try ScriptedServer { [.answer(#"{"n":\#($0.number)}"#)] }
    let client = try HTTPClient(url: server.url + "/")
    for number in 1...3 {
      let response = try await client.send(HTTPRequest(path: "/wallet/payer", body: body))
      #expect(response.status == 200)
      #expect(response.body == Array(#"{"n":\#(number)}"#.utf8))
    }
    #expect(server.requests.map(\.connection) == [1, 1, 1])
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /wallet/payer HTTP/1.1")
    #expect(request.body == body)
    #expect(request.headers["content-length"] == "14")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == nil)
  }

  @Test func aLargeBodyIsSentAtOnceWithItsLength() async throws {
    let server = try ScriptedServer { _ in [.answer()] }
    let client = try HTTPClient(url: server.url)
    let large = [UInt8](repeating: UInt8(ascii: "7"), count: 2_000_000)
    _ = try await client.send(HTTPRequest(body: large))
    let request = try #require(server.requests.first)
    #expect(request.body.count == large.count)
    #expect(request.headers["expect"] == nil)
    #expect(request.headers["transfer-encoding"] == nil)
    #expect(request.line == "POST / HTTP/1.1")
  }

  @Test func errorsOfTheServerAreAnswers() async throws {
    let server = try ScriptedServer { _ in
      [.answer(#"{"error":-5}"#, status: "500 Internal Server Error")]
    }
    let response = try await HTTPClient(url: server.url).send(HTTPRequest(body: body))
    #expect(response.status == 500)
    #expect(response.body == Array(#"{"error":-5}"#.utf8))
  }

  @Test func readsAChunkedAnswer() async throws {
    let server = try ScriptedServer { _ in
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"), .send("3\r\n   \r\n0\r\n\r\n")]
    }
    let response = try await HTTPClient(url: server.url).send(HTTPRequest(body: body))
    #expect(response.body == Array("{}   ".utf8))
  }

  @Test func doesNotFollowRedirects() async throws {
    let server = try ScriptedServer { _ in
      [.answer("", status: "307 Temporary Redirect", header: "Location: /elsewhere\r\n")]
    }
    #expect(try await HTTPClient(url: server.url).send(HTTPRequest(body: body)).status == 307)
    #expect(server.requests.count == 1)
  }

  @Test func sendsBasicCredentials() async throws {
    let server = try ScriptedServer { request in
      // This is "Aladdin:open sesame", the example of RFC 7617.
      request.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
        ? [.answer()] : [.answer("", status: "401 Unauthorized", header: "WWW-Authenticate: Basic realm=\"x\"\r\n")]
    }
    let client = try HTTPClient(url: server.url)
    let right = HTTPAuthentication.basic(user: "Aladdin", password: "open sesame")
    #expect(try await client.send(HTTPRequest(body: body, authentication: right)).status == 200)
    await #expect(throws: HTTPError.unauthorized) {
      try await client.send(HTTPRequest(body: body, authentication: .basic(user: "Aladdin", password: "x")))
    }
    #expect(try await client.send(HTTPRequest(body: body, authentication: right)).status == 200)
    await #expect(throws: HTTPError.unauthorized) { try await client.send(HTTPRequest(body: body)) }
    #expect("\(right)" == "basic ‹credentials›")
  }

  @Test func boundsTheTimeAndTheSize() async throws {
    let slow = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnearly"), .hang] }
    await #expect(throws: HTTPError.timeout) {
      try await HTTPClient(url: slow.url).send(HTTPRequest(body: body, timeout: .milliseconds(60)))
    }
    let huge = try ScriptedServer { _ in [.answer(String(repeating: "x", count: 100_001))] }
    await #expect(throws: HTTPError.tooLarge) {
      try await HTTPClient(url: huge.url, responseLimit: 100_000).send(HTTPRequest(body: body))
    }
    let exact = try HTTPClient(url: huge.url, responseLimit: 100_001)
    #expect(try await exact.send(HTTPRequest(body: body)).body.count == 100_001)
  }

  @Test func tellsARefusalFromALossAndFromNonsense() async throws {
    let server = try ScriptedServer { _ in [.close] }
    let url = server.url
    await #expect(throws: HTTPError.connectionLost) { try await HTTPClient(url: url).send(HTTPRequest(body: body)) }
    server.stop()
    await #expect(throws: HTTPError.notConnected) { try await HTTPClient(url: url).send(HTTPRequest(body: body)) }

    let partial = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnear"), .close] }
    await #expect(throws: HTTPError.connectionLost) {
      try await HTTPClient(url: partial.url).send(HTTPRequest(body: body))
    }
    let nonsense = try ScriptedServer { _ in [.send("SSH-2.0-OpenSSH_9.2\r\n"), .close] }
    await #expect(throws: HTTPError.malformedAnswer) {
      try await HTTPClient(url: nonsense.url).send(HTTPRequest(body: body))
    }
  }

  @Test func connectsAgainAfterTheServerHasClosed() async throws {
    let server = try ScriptedServer { $0.number == 1 ? [.answer()] : [.close] }
    let client = try HTTPClient(url: server.url)
    for connection in 1...3 {
      #expect(try await client.send(HTTPRequest(body: body)).status == 200)
      #expect(server.requests.last?.connection == connection)
    }
  }

  /// A call over a kept connection is repeated, although the server has read it. Without one, each is made once.
  @Test(arguments: [(true, 3), (false, 2)])
  func whatMustNotBeMadeTwiceKeepsNoConnection(keepsConnection: Bool, requests: Int) async throws {
    let server = try ScriptedServer { $0.connection == 1 && $0.number == 1 ? [.answer()] : [.close] }
    let client = try HTTPClient(url: server.url, keepsConnection: keepsConnection)
    #expect(try await client.send(HTTPRequest(body: body)).status == 200)
    await #expect(throws: HTTPError.connectionLost) { try await client.send(HTTPRequest(body: body)) }
    #expect(server.requests.count == requests)
  }

  @Test func cancellingEndsTheTransfer() async throws {
    // The second request of the connection hangs. By then the timers for connecting have ended.
    let server = try ScriptedServer { $0.connection == 1 && $0.number == 2 ? [.hang] : [.answer()] }
    let client = try HTTPClient(url: server.url)
    #expect(try await client.send(HTTPRequest(body: body)).status == 200)
    let call = Task { try await client.send(HTTPRequest(body: body, timeout: .seconds(60))) }
    await server.untilHanging()
    let before = ContinuousClock.now
    call.cancel()
    await #expect(throws: HTTPError.cancelled) { try await call.value }
    #expect(ContinuousClock.now - before < .seconds(20))
    // The same client continues to work over a new connection.
    #expect(try await client.send(HTTPRequest(body: body)).status == 200)
  }

  @Test func aCallBehindAnotherOneIsGivenUpAtOnce() async throws {
    let server = try ScriptedServer { _ in [.hang] }
    let client = try HTTPClient(url: server.url)
    let isOver = Mutex(false)
    let first = Task {
      defer { isOver.withLock { $0 = true } }
      return try await client.send(HTTPRequest(body: body, timeout: .seconds(60)))
    }
    await server.untilHanging()
    let second = Task { try await client.send(HTTPRequest(body: body, timeout: .seconds(60))) }
    second.cancel()
    await #expect(throws: HTTPError.cancelled) { try await second.value }
    #expect(!isOver.withLock { $0 })
    first.cancel()
    await #expect(throws: HTTPError.cancelled) { try await first.value }
    #expect(server.requests.count == 1)
  }

  @Test func aCallTakesAnotherConnectionWhereTheFirstIsBusy() async throws {
    let server = try ScriptedServer { request in request.line.contains("/slow") ? [.hang] : [.answer()] }
    let client = try HTTPClient(url: server.url, connections: 2)
    let slow = Task { [body] in try await client.send(HTTPRequest(path: "/slow", body: body)) }
    await server.untilHanging()
    for _ in 1...3 { #expect(try await client.send(HTTPRequest(path: "/quick", body: body)).status == 200) }
    // The others are not kept open: a daemon that is stopped would wait for them.
    #expect(server.requests.map(\.connection) == [1, 2, 3, 4])
    slow.cancel()
    _ = await slow.result
    _ = try await client.send(HTTPRequest(path: "/quick", body: body))
    #expect(server.requests.count == 5)
  }

  @Test func waitingForAnEarlierCallDoesNotCount() async throws {
    let server = try ScriptedServer { $0.connection == 1 ? [.hang] : [.answer()] }
    let client = try HTTPClient(url: server.url)
    let first = Task { try await client.send(HTTPRequest(body: body, timeout: .seconds(10))) }
    await server.untilHanging()
    // It waits for most of ten seconds, and then has all of its own nine for the answer.
    _ = try await client.send(HTTPRequest(body: body, timeout: .seconds(9)))
    await #expect(throws: HTTPError.timeout) { try await first.value }
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [
    "http://127.0.0.1:1", "http://127.1.2.3:1/base/", "http://localhost:1", "http://[::1]:1", "http://0x7f.1:1",
  ])
  func acceptsThisMachine(_ url: String) throws {
    _ = try HTTPClient(url: url)
  }

  @Test(arguments: [
    "http://192.0.2.1:1", "http://127.0.0.1.example.org", "http://example.org", "http://[::2]", "https://128.0.0.1",
  ])
  func refusesOtherMachines(_ url: String) throws {
    #expect(throws: HTTPError.remoteHost) { try HTTPClient(url: url) }
    _ = try HTTPClient(url: url, allowRemote: true)
  }

  @Test(arguments: [
    "", "127.0.0.1", "file:///etc/passwd", "gopher://127.0.0.1", "http://user:password@127.0.0.1", "http://",
    "http://127.0.0.1/?q", "http://127.0.0.1/#f",
  ])
  func refusesOtherURLs(_ url: String) {
    #expect(throws: HTTPError.invalidURL) { try HTTPClient(url: url) }
  }

  @Test func asksAndSendsForms() async throws {
    let server = try ScriptedServer { _ in [.answer()] }
    let client = try HTTPClient(url: server.url)
    _ = try await client.send(HTTPRequest(.get, path: "/info", body: []))
    _ = try await client.send(HTTPRequest(.postForm, path: "/pay", body: Array("invoice=x".utf8)))
    _ = try await client.send(HTTPRequest(.get, path: "/info", body: []))
    let requests = server.requests
    #expect(requests.map(\.line) == ["GET /info HTTP/1.1", "POST /pay HTTP/1.1", "GET /info HTTP/1.1"])
    #expect(requests.map(\.headers["content-type"]) == [nil, "application/x-www-form-urlencoded", nil])
    #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "invoice=x", ""])
    server.stop()
  }

  @Test func aCredentialIsAHeaderAndNothingElse() async throws {
    let server = try ScriptedServer { _ in [.answer()] }
    let client = try HTTPClient(url: server.url)
    let rune = HTTPAuthentication.header(name: "Rune", value: "abc=")
    _ = try await client.send(HTTPRequest(.get, path: "/", body: [], authentication: rune))
    _ = try await client.send(HTTPRequest(.get, path: "/", body: []))
    #expect(server.requests.map(\.headers["rune"]) == ["abc=", nil])
    #expect("\(rune)" == "Rune ‹credentials›")
    let two = HTTPAuthentication.header(name: "Rune", value: "a\r\nOther: b")
    await #expect(throws: HTTPError.unusable) {
      try await client.send(HTTPRequest(.get, path: "/", body: [], authentication: two))
    }
    #expect(server.requests.count == 2)
    server.stop()
  }

  /// The server would tell more, and keeps the connection open.
  @Test func aLineCanBeTheWholeAnswer() async throws {
    let server = try ScriptedServer { request in
      request.line.contains("/stream")
        ? [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none\n\r\n3\r\ntwo\r\n"), .hang]
        : [.answer("{}")]
    }
    let client = try HTTPClient(url: server.url)
    let line = try await client.send(HTTPRequest(.get, path: "/stream", body: [], endsWithLine: true))
    #expect((line.status, line.body) == (200, Array("one".utf8)))
    // An answer without an end of line is taken as it is, and the next call has its own answer.
    let whole = try await client.send(HTTPRequest(.get, path: "/", body: [], endsWithLine: true))
    #expect(whole.body == Array("{}".utf8))
    server.stop()
  }

  @Test func onlyTheKnownCertificateCounts() async throws {
    let server = try await TLSServer()
    func ask(_ certificates: String?) async throws -> Int {
      let client = try HTTPClient(url: server.url, certificates: certificates)
      return try await client.send(HTTPRequest(.get, path: "/", body: [])).status
    }
    #expect(try await ask(server.certificate) == 200)
    for other in [server.otherCertificate, "/nonexistent/tls.cert", nil] {
      await #expect(throws: HTTPError.untrusted) { try await ask(other) }
    }
    try await server.stop()
  }
}
