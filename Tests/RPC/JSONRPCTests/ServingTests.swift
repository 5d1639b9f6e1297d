import JSON
import JSONRPC
import Testing

@Suite struct ServingTests {
  @Test(arguments: [
    "0", "-0", "1", "1.0", "1e0", "-7.25", "1e400", "12345678901234567890123", "9007199254740993",
    "0.1000000000000000055511151231257827", #""""#, #""a\"\\\n\u0000b""#, #""żółć 😀""#, "null",
  ])
  func idsComeBackAsWritten(id: String) throws {
    var transcript = Transcript()
    #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#) == [])
    #expect(transcript.requests.map(\.method) == ["m"])
    #expect(transcript.reply(0, .success(true)) == [#"{"jsonrpc":"2.0","result":true,"id":\#(id)}"#])
  }

  @Test func idsThatLookAlikeAreDifferent() {
    var transcript = Transcript()
    for id in ["1", "1.0", "1e0", #""1""#, #""1.0""#, "null", #""null""#, "\"\u{e9}\"", "\"e\u{301}\""] {
      #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#) == [])
    }
    #expect(transcript.requests.count == 9)
    #expect(transcript.peer.inFlightCount == 9)
    #expect(Set(transcript.requests.map(\.id)).count == 9)
    #expect(Set(transcript.requests.map(\.token)).count == 9)
  }

  @Test(arguments: [
    (#"{"method":"m","id":1}"#, "1"), (#"{"jsonrpc":"1.0","method":"m","id":1}"#, "1"),
    (#"{"jsonrpc":2.0,"method":"m","id":1}"#, "1"), (#"{"jsonrpc":"2.0","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":null,"id":"x"}"#, #""x""#), (#"{"jsonrpc":"2.0","method":"m","id":true}"#, "null"),
    (#"{"jsonrpc":"2.0","method":"m","id":[1]}"#, "null"), (#"{"jsonrpc":"2.0","method":"m","id":{}}"#, "null"),
    (#"{"jsonrpc":"2.0","method":"m","params":null,"id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"m","params":"p","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"m","params":1}"#, "null"), ("{}", "null"), ("1", "null"), ("null", "null"),
    ("\"text\"", "null"), ("true", "null"),
  ])
  func invalidRequestsAreRefused(text: String, id: String) {
    var transcript = Transcript()
    #expect(transcript.receive(text) == [failure(-32600, "Invalid Request", id: id)])
    #expect(transcript.violations == [.refused(.invalidRequest)])
    #expect(transcript.requests.isEmpty && transcript.notifications.isEmpty)
  }

  @Test(arguments: [("extra", "0"), ("result", "0"), ("error", "null"), ("Method", "\"m\"")])
  func unknownMembersAreRefusedByName(name: String, value: String) {
    var transcript = Transcript()
    let sent = transcript.receive(#"{"jsonrpc":"2.0","\#(name)":\#(value),"method":"m","id":1}"#)
    #expect(
      sent == [failure(-32600, "Invalid Request", data: #"{"reason":"unknown_member","member":"\#(name)"}"#, id: "1")])
  }

  @Test(arguments: [
    "", " ", "{", "garbage", "\u{feff}{}", #"{"a":1,"a":2}"#, #"{"jsonrpc":"2.0","method":"m","method":"n"}"#,
    #"{"jsonrpc":"2.0","method":"m"}{}"#, "\0", "[1,]", #"["\ud800"]"#,
  ])
  func garbageIsAParseError(text: String) {
    var transcript = Transcript()
    #expect(transcript.receive(text) == [failure(-32700, "Parse error")])
  }

  @Test func damagedBytesAreServedOrRefusedAndNothingElse() {
    var generator = SystemRandomNumberGenerator()
    var peer = Peer()
    let valid = Array(#"[{"jsonrpc":"2.0","method":"m","params":{"a":[1.5e3,"\u00e9"]},"id":"x"},{"id":1}]"#.utf8)
    for _ in 0..<5_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      for action in peer.receive(bytes) {
        switch action {
        case .request(let request): _ = peer.reply(to: request.token, with: .failure(.methodNotFound))
        case .send(let sent): #expect(throws: Never.self) { try JSONValue(parsing: sent) }
        case .notification, .response, .protocolViolation: break
        }
      }
      #expect(peer.inFlightCount == 0)
    }
  }

  @Test func limitsAnswerWithTheirNumbers() {
    let deep = #"{"jsonrpc":"2.0","method":"m","params":\#(String(repeating: "[", count: 40))"#
    var transcript = Transcript()
    #expect(
      transcript.receive(deep)
        == [failure(-32700, "Parse error", data: #"{"reason":"limit_exceeded","limit":"depth","maximum":32}"#)])
    transcript = Transcript(PeerLimits(json: JSONLimits(bytes: 10)))
    #expect(
      transcript.receive(#"{"jsonrpc":"2.0"}"#)
        == [failure(-32700, "Parse error", data: #"{"reason":"limit_exceeded","limit":"bytes","maximum":10}"#)])
    transcript = Transcript(PeerLimits(json: JSONLimits(values: 2)))
    #expect(
      transcript.receive(#"{"jsonrpc":"2.0","method":"m"}"#)
        == [failure(-32700, "Parse error", data: #"{"reason":"limit_exceeded","limit":"values","maximum":2}"#)])
  }

  @Test func longIdsAreNotKept() {
    var transcript = Transcript(PeerLimits(identifierLength: 4))
    #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":"1234"}"#) == [])
    #expect(
      transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":"12345"}"#) == [failure(-32600, "Invalid Request")])
  }

  @Test func anIdInFlightIsRefusedUntilItsReply() {
    var transcript = Transcript()
    let request = #"{"jsonrpc":"2.0","method":"m","id":"a"}"#
    let duplicate = failure(
      -32600, "Invalid Request: this id is in flight", data: #"{"reason":"duplicate_id","id":"a"}"#)
    #expect(transcript.receive(request) == [])
    // If the refusal had the id "a", the caller would take it for the answer to its first request.
    #expect(transcript.receive(request) == [duplicate])
    #expect(transcript.receive(#"{"jsonrpc":"2.0","method":1,"id":"a"}"#) == [failure(-32600, "Invalid Request")])
    #expect(transcript.reply(0, .success([])) == [#"{"jsonrpc":"2.0","result":[],"id":"a"}"#])
    #expect(transcript.receive(request) == [])
    #expect(transcript.requests.count == 2)
  }

  @Test func tooManyRequestsInFlightAreRefusedAndLaterOnesServed() {
    var transcript = Transcript(PeerLimits(inFlight: 2))
    for id in 1...2 { #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#) == []) }
    #expect(
      transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":3}"#) == [
        failure(
          -32000, "Too many requests in flight",
          data: #"{"reason":"limit_exceeded","limit":"in_flight","maximum":2}"#, id: "3")
      ])
    _ = transcript.reply(0, .success(.null))
    #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":3}"#) == [])
    #expect(transcript.peer.inFlightCount == 2)
  }

  @Test func aSecondReplyIsReportedAndSendsNothing() {
    var transcript = Transcript()
    _ = transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":1}"#)
    #expect(transcript.reply(0, .success(1)) == [#"{"jsonrpc":"2.0","result":1,"id":1}"#])
    #expect(transcript.reply(0, .success(1)) == [])
    #expect(transcript.violations == [.unknownToken])
    _ = transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":1}"#)
    #expect(transcript.peer.failAll() == [])
    #expect(transcript.reply(1, .success(1)) == [])
    #expect(transcript.violations == [.unknownToken, .unknownToken])
  }
}
