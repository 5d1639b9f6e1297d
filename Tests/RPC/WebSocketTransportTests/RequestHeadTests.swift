import Testing

@testable import WebSocketTransport

/// Tests that the head of a request is parsed strictly.
@Suite struct RequestHeadTests {
  private static let request = "GET /v1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX:\r\nUpgrade:\t websocket \r\n\r\n"

  private func read(_ text: String) -> RequestHead.Outcome { RequestHead.read(Array(text.utf8)) }

  @Test func anOrdinaryRequestIsRead() throws {
    guard case .complete(let head) = read(Self.request) else { throw NotRead() }
    #expect(head.target == "/v1")
    #expect(head["host"] == "127.0.0.1:1")
    #expect(head["upgrade"] == "websocket")
    #expect(head["x"] == "")
    #expect(head["origin"] == nil)
  }

  @Test func everyBeginningOfItIsWaitedFor() {
    let bytes = Array(Self.request.utf8)
    for count in 0..<bytes.count { #expect(RequestHead.read(Array(bytes.prefix(count))) == .incomplete) }
  }

  @Test func fieldsOfOneNameAreJoinedAndCounted() throws {
    guard case .complete(let head) = read("GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n") else { throw NotRead() }
    #expect(head["host"] == "a, b")
    #expect(head.count(of: "host") == 2)
  }

  @Test(arguments: [
    "POST /v1 HTTP/1.1\r\n\r\n", "get /v1 HTTP/1.1\r\n\r\n", "\r\nGET /v1 HTTP/1.1\r\n\r\n", "G\u{0}",
    "GET /v1 HTTP/1.0\r\n\r\n", "GET /v1 HTTP/2.0\r\n\r\n", "GET /v1\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
    "GET /v1 /v2 HTTP/1.1\r\n\r\n", "GET /\u{e9} HTTP/1.1\r\n\r\n", "GET /v1 HTTP/1.1 \r\n\r\n",
    "GET /v1 HTTP/1.1\nHost: a\r\n\r\n", "GET /v1 HTTP/1.1\r\nHost: a\nOrigin: b\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nHost: a\rOrigin: b\r\n\r\n", "GET /v1 HTTP/1.1\r\nHost: 127.0.0.1:1\u{0}.evil\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nOrigin : http://evil.test\r\n\r\n", "GET /v1 HTTP/1.1\r\n Host: a\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET /v1 HTTP/1.1\r\nHost\r\n\r\n", "GET /v1 HTTP/1.1\r\n: a\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "GET /v1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET /v1 HTTP/1.1\r\nHost: a\r\n\r\nx",
    "GET /v1 HTTP/1.1\r\nX: \(String(repeating: "x", count: 4100))",
  ])
  func anythingElseIsNot(_ text: String) {
    #expect(read(text) == .malformed)
  }

  @Test func theLimitIsThatOfTheWholeHead() {
    func request(_ count: Int) -> String {
      let start = "GET /v1 HTTP/1.1\r\nX: "
      return start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n"
    }
    if case .complete = read(request(4096)) {} else { Issue.record("4,096 bytes are read") }
    #expect(read(request(4097)) == .malformed)
  }

  private struct NotRead: Error {}
}
