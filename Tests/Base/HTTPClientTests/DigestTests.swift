import HTTPClient
import TestSupport
import Testing

/// Tests against a server that behaves like a wallet daemon: the nonce belongs to the connection, and its count grows
/// by one with each request.
@Suite struct DigestTests {
  @Test func knowsTheDigestOfTheRFC() {
    #expect(md5("") == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(md5(String(repeating: "1234567890", count: 8)) == "57edf4a22be3c955ac49da2e2107b67a")
  }

  private static func challenge(_ request: ScriptedServer.Request) -> ScriptedServer.Step {
    let nonce = "nonce-\(request.connection)"
    return .answer(
      "", status: "401 Unauthorized",
      header: ["MD5", "MD5-sess"].map {
        "WWW-authenticate: Digest qop=\"auth\",algorithm=\($0),realm=\"monero-rpc\",nonce=\"\(nonce)\",stale=false\r\n"
      }.joined())
  }

  /// The nonce count of the request; nil if the credentials are wrong.
  private static func count(_ request: ScriptedServer.Request, password: String) -> Int? {
    guard let header = request.headers["authorization"], header.hasPrefix("Digest ") else { return nil }
    var fields: [String: String] = [:]
    for part in header.dropFirst(7).split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != "\"" && $0 != " " } }
      if pair.count == 2 { fields[pair[0]] = pair[1] }
    }
    guard let nonce = fields["nonce"], let cnonce = fields["cnonce"], let nc = fields["nc"], let uri = fields["uri"],
      nonce == "nonce-\(request.connection)"
    else { return nil }
    let first = md5("user:monero-rpc:\(password)")
    let expected = md5("\(first):\(nonce):\(nc):\(cnonce):auth:\(md5("POST:\(uri)"))")
    return fields["response"] == expected ? Int(nc, radix: 16) : nil
  }

  @Test func answersTheChallengeOnTheSameConnection() async throws {
    let server = try ScriptedServer { request in
      guard let count = Self.count(request, password: "secret") else { return [Self.challenge(request)] }
      // The server closes the connection after the third answer.
      return count < 3 ? [.answer("\(count)")] : [.answer("\(count)"), .close]
    }
    let client = try HTTPClient(url: server.url)
    let request = HTTPRequest(
      path: "/json_rpc", body: Array("{}".utf8), authentication: .digest(user: "user", password: "secret"))
    for count in [1, 2, 3, 1, 2, 3, 1] {
      #expect(try await client.send(request).body == Array("\(count)".utf8))
    }
    let answered = server.requests.filter { Self.count($0, password: "secret") != nil }
    #expect(answered.map(\.connection) == [1, 1, 1, 2, 2, 2, 3])
    #expect(answered.allSatisfy { $0.body == request.body && $0.headers["content-length"] == "2" })
  }

  @Test func aWrongPasswordIsToldSo() async throws {
    let server = try ScriptedServer { request in
      Self.count(request, password: "secret") == nil ? [Self.challenge(request)] : [.answer()]
    }
    let client = try HTTPClient(url: server.url)
    for (password, isRight) in [("wrong", false), ("secret", true), ("wrong", false), ("secret", true)] {
      let request = HTTPRequest(body: [], authentication: .digest(user: "user", password: password))
      if isRight {
        #expect(try await client.send(request).status == 200)
      } else {
        await #expect(throws: HTTPError.unauthorized) { try await client.send(request) }
      }
    }
  }

  @Test func doesNotSendBasicCredentialsToADigestClient() async throws {
    let server = try ScriptedServer { _ in
      [.answer("", status: "401 Unauthorized", header: "WWW-Authenticate: Basic realm=\"x\"\r\n")]
    }
    await #expect(throws: HTTPError.unauthorized) {
      try await HTTPClient(url: server.url).send(
        HTTPRequest(body: [], authentication: .digest(user: "user", password: "secret")))
    }
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
  }
}
