import JSON
import JSONRPC
import Testing

@Suite struct CallingTests {
  @Test func callsAreNumberedAndWrittenAsTheSpecificationOrders() {
    var peer = Peer()
    let first = peer.call(method: "sum", params: .value([1, 2]))
    #expect(String(decoding: first.bytes, as: UTF8.self) == #"{"jsonrpc":"2.0","method":"sum","params":[1,2],"id":1}"#)
    let second = peer.call(method: "list", params: .raw(RawJSON(encoded: Array(#"{"a":0.10}"#.utf8))))
    #expect(
      String(decoding: second.bytes, as: UTF8.self) == #"{"jsonrpc":"2.0","method":"list","params":{"a":0.10},"id":2}"#)
    #expect(
      String(decoding: peer.notify(method: "event"), as: UTF8.self) == #"{"jsonrpc":"2.0","method":"event"}"#)
    #expect(peer.openCallCount == 2)
  }

  @Test func outcomesReachTheirCalls() throws {
    var transcript = Transcript()
    let first = transcript.peer.call(method: "a").id
    let second = transcript.peer.call(method: "b").id
    #expect(
      transcript.receive(#"{"jsonrpc":"2.0","error":{"code":4001,"message":"no","data":{"x":1}},"id":2}"#) == [])
    #expect(transcript.receive(#"{"jsonrpc":"2.0","result":null,"id":1}"#) == [])
    try #require(transcript.outcomes.count == 2)
    #expect(transcript.outcomes[0].0 == second)
    #expect(
      transcript.outcomes[0].1
        == .failure(RPCError(code: ErrorCode(rawValue: 4001), message: "no", data: ["x": 1])))
    #expect(transcript.outcomes[1].0 == first)
    #expect(transcript.outcomes[1].1 == .success(.null))
  }

  @Test(arguments: ["7", "0", "-1", "1.0", #""1""#, "18446744073709551616"])
  func aResponseToNothingIsReported(id: String) throws {
    var transcript = Transcript()
    _ = transcript.peer.call(method: "a")
    #expect(transcript.receive(#"{"jsonrpc":"2.0","result":1,"id":\#(id)}"#) == [])
    let expected = try #require(RequestIdentifier(JSONValue(parsing: id)))
    #expect(transcript.violations == [.unknownResponse(expected)])
    #expect(transcript.peer.openCallCount == 1)
  }

  @Test func aSecondAnswerAndALateOneAreStale() {
    var transcript = Transcript()
    let answered = transcript.peer.call(method: "a").id
    let abandoned = transcript.peer.call(method: "b").id
    #expect(transcript.peer.abandon(abandoned) == true)
    #expect(transcript.peer.abandon(abandoned) == false)
    _ = transcript.receive(#"{"jsonrpc":"2.0","result":1,"id":1}"#)
    _ = transcript.receive(#"{"jsonrpc":"2.0","result":1,"id":1}"#)
    _ = transcript.receive(#"{"jsonrpc":"2.0","result":1,"id":2}"#)
    #expect(transcript.outcomes.count == 1)
    #expect(transcript.violations == [.staleResponse(answered), .staleResponse(abandoned)])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""},"id":1}"#, #"{"result":1,"id":1}"#,
    #"{"jsonrpc":"2.0","error":null,"id":1}"#, #"{"jsonrpc":"2.0","error":{"code":"1","message":""},"id":1}"#,
    #"{"jsonrpc":"2.0","error":{"code":1.5,"message":""},"id":1}"#, #"{"jsonrpc":"2.0","error":{"code":1},"id":1}"#,
    #"{"jsonrpc":"2.0","error":{"code":1,"message":"","more":1},"id":1}"#,
    #"{"jsonrpc":"2.0","result":1,"extra":1,"id":1}"#, #"{"jsonrpc":"2.0","result":1,"params":[],"id":1}"#,
  ])
  func aMalformedResponseEndsItsCallAndIsNeverAnswered(text: String) {
    var transcript = Transcript()
    let call = transcript.peer.call(method: "a").id
    #expect(transcript.receive(text) == [])
    #expect(transcript.violations == [.malformedResponse(call)])
    #expect(transcript.peer.openCallCount == 0)
  }

  @Test func anErrorWithTheNullIdIsTheOtherSidesComplaint() {
    var transcript = Transcript()
    _ = transcript.peer.call(method: "a")
    #expect(transcript.receive(failure(-32700, "Parse error")) == [])
    #expect(transcript.receive(#"{"jsonrpc":"2.0","result":1}"#) == [])
    #expect(transcript.violations == [.peerReported(.parseError), .malformedResponse(nil)])
    #expect(transcript.peer.openCallCount == 1)
  }

  @Test func aLostConnectionFailsTheOpenCallsInOrder() {
    var peer = Peer()
    let ids = (0..<5).map { _ in peer.call(method: "a").id }
    peer.abandon(ids[2])
    #expect(peer.failAll() == [ids[0], ids[1], ids[3], ids[4]])
    #expect(peer.failAll() == [])
    #expect(peer.call(method: "a").id.number == 6)
  }

  @Test func bothEndsAtOnce() {
    var left = Peer()
    var right = Transcript()
    let call = left.call(method: "echo", params: .value(["é"]))
    #expect(right.receive(String(decoding: call.bytes, as: UTF8.self)) == [])
    let back = right.peer.call(method: "echo")
    #expect(right.requests.map(\.params) == [["é"]])
    let sent = right.reply(0, .success(["é"]))
    #expect(left.receive(Array(sent[0].utf8)) == [.response(for: call.id, .success(["é"]))])
    guard case .request(let incoming)? = left.receive(back.bytes).first else {
      Issue.record("the call back was not taken")
      return
    }
    #expect(incoming.id == 1 && incoming.method == "echo" && incoming.params == nil)
  }
}
