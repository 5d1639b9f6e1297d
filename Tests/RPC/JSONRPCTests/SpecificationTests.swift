import JSON
import JSONRPC
import Testing

/// Tests each message in section 7 of the JSON-RPC 2.0 specification.
@Suite struct SpecificationTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    /// The expected response; nil if nothing is returned.
    let response: String?
  }

  static let examples: [Example] = [
    Example(
      testDescription: "positional parameters",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 1}"#),
    Example(
      testDescription: "positional parameters, swapped",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
      response: #"{"jsonrpc": "2.0", "result": -19, "id": 2}"#),
    Example(
      testDescription: "named parameters",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 3}"#),
    Example(
      testDescription: "named parameters, swapped",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 4}"#),
    Example(
      testDescription: "a notification",
      request: #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, response: nil),
    Example(
      testDescription: "a notification without parameters",
      request: #"{"jsonrpc": "2.0", "method": "foobar"}"#, response: nil),
    Example(
      testDescription: "non-existent method",
      request: #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}"#),
    Example(
      testDescription: "invalid JSON",
      request: #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#),
    Example(
      testDescription: "invalid request object",
      request: #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#),
    Example(
      testDescription: "batch, invalid JSON",
      request: """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method"
        ]
        """,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#),
    Example(
      testDescription: "empty array",
      request: "[]",
      response: #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#),
    Example(
      testDescription: "invalid batch, not empty",
      request: "[1]",
      response: """
        [
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
        ]
        """),
    Example(
      testDescription: "invalid batch",
      request: "[1,2,3]",
      response: """
        [
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
        ]
        """),
    Example(
      testDescription: "batch",
      request: """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
          {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
          {"foo": "boo"},
          {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
          {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
        ]
        """,
      response: """
        [
          {"jsonrpc": "2.0", "result": 7, "id": "1"},
          {"jsonrpc": "2.0", "result": 19, "id": "2"},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "5"},
          {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}
        ]
        """),
    Example(
      testDescription: "batch of notifications only",
      request: """
        [
          {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
        ]
        """,
      response: nil),
  ]

  /// The server of the examples.
  private func serve(_ request: IncomingRequest) -> Result<Payload, RPCError> {
    let numbers = request.params?.arrayValue?.compactMap { $0.integerValue() } ?? []
    switch request.method {
    case "sum": return .success(.value(.integer(numbers.reduce(0, +))))
    case "get_data": return .success(.raw(RawJSON(["hello", 5])))
    case "subtract":
      if numbers.count == 2 { return .success(.value(.integer(numbers[0] - numbers[1]))) }
      guard let minuend = request.params?["minuend"]?.integerValue(),
        let subtrahend = request.params?["subtrahend"]?.integerValue()
      else { return .failure(.invalidParams) }
      return .success(.value(.integer(minuend - subtrahend)))
    default: return .failure(.methodNotFound)
    }
  }

  @Test(arguments: examples)
  func answersAsPrinted(example: Example) throws {
    var peer = Peer()
    var sent: [[UInt8]] = []
    for action in peer.receive(Array(example.request.utf8)) {
      switch action {
      case .send(let bytes): sent.append(bytes)
      case .request(let request):
        for case .send(let bytes) in peer.reply(to: request.token, with: serve(request)) { sent.append(bytes) }
      case .notification, .protocolViolation: break
      case .response: Issue.record("no response was awaited")
      }
    }
    // The members have the order of the specification; only the spaces between tokens differ.
    let expected = try example.response.map { try JSONValue(parsing: $0).text() }
    #expect(sent.map { String(decoding: $0, as: UTF8.self) } == (expected.map { [$0] } ?? []))
    #expect(peer.inFlightCount == 0)
  }
}
