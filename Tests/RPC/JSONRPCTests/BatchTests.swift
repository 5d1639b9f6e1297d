import JSON
import JSONRPC
import Testing

@Suite struct BatchTests {
  private func batch(_ ids: some Sequence<Int>) -> String {
    "[" + ids.map { #"{"jsonrpc":"2.0","method":"m","id":\#($0)}"# }.joined(separator: ",") + "]"
  }

  @Test func oneMessageInTheOrderOfTheRequestsOnceAllAreReplied() {
    var transcript = Transcript()
    #expect(transcript.receive(batch(1...3)) == [])
    #expect(transcript.reply(2, .success("c")) == [])
    #expect(transcript.reply(0, .success("a")) == [])
    let expected =
      #"[{"jsonrpc":"2.0","result":"a","id":1},"# + failure(-32603, "Internal error", id: "2")
      + #",{"jsonrpc":"2.0","result":"c","id":3}]"#
    #expect(transcript.reply(1, .failure(.internalError)) == [expected])
    #expect(transcript.peer.inFlightCount == 0)
  }

  @Test func twoBatchesAndASingleRequestDoNotMix() {
    var transcript = Transcript()
    #expect(transcript.receive(batch(1...2)) == [])
    #expect(transcript.receive(batch(3...3)) == [])
    #expect(transcript.receive(#"{"jsonrpc":"2.0","method":"m","id":4}"#) == [])
    #expect(transcript.reply(3, .success(4)) == [#"{"jsonrpc":"2.0","result":4,"id":4}"#])
    #expect(transcript.reply(1, .success(2)) == [])
    #expect(transcript.reply(2, .success(3)) == [#"[{"jsonrpc":"2.0","result":3,"id":3}]"#])
    #expect(
      transcript.reply(0, .success(1))
        == [#"[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":2,"id":2}]"#])
  }

  @Test func thirtyTwoAreServedAndMoreAreRefusedAtOnce() {
    var transcript = Transcript()
    #expect(
      transcript.receive(batch(1...33)) == [
        failure(-32600, "Invalid Request", data: #"{"reason":"limit_exceeded","limit":"batch","maximum":32}"#)
      ])
    #expect(transcript.requests.isEmpty)
    #expect(transcript.receive(batch(1...32)) == [])
    #expect(transcript.requests.count == 32)
  }

  @Test func aDuplicateInsideABatchIsRefusedInItsPlace() {
    var transcript = Transcript()
    #expect(transcript.receive(batch([7, 7])) == [])
    #expect(transcript.requests.count == 1)
    let duplicate = failure(
      -32600, "Invalid Request: this id is in flight", data: #"{"reason":"duplicate_id","id":7}"#)
    #expect(transcript.reply(0, .success(1)) == [#"[{"jsonrpc":"2.0","result":1,"id":7},\#(duplicate)]"#])
  }

  @Test func aNestedBatchIsAnInvalidRequest() {
    var transcript = Transcript()
    #expect(transcript.receive("[[]]") == ["[" + failure(-32600, "Invalid Request") + "]"])
  }

  @Test func responsesInABatchAreHandedOut() {
    var transcript = Transcript()
    let first = transcript.peer.call(method: "a").id
    let second = transcript.peer.call(method: "b").id
    #expect(
      transcript.receive(#"[{"jsonrpc":"2.0","result":2,"id":2},{"jsonrpc":"2.0","result":1,"id":1}]"#) == [])
    #expect(transcript.outcomes.map(\.0) == [second, first])
    #expect(transcript.peer.openCallCount == 0)
  }
}
