import ChatPayments
import ChatTransports
import JSON
import RPCRuntime
import TestSupport
import Testing

/// Tests with a client in another language, which was written from chapter 15: `Tests/Foreign/relay.py`.
@Suite(.timeLimit(.minutes(10)))
struct RelayForeignTests {
  @Test func aClientWrittenFromTheSpecificationTalksAndIsRefusedWhereItShouldBe() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    try await withRelay { table in
      let alice = try await table.connect("alice", name: "Alice")
      let heard = await Heard(alice)
      let client = try ChildProcess(
        python,
        [
          "-B", ForeignConsumer.packageRoot + "/Tests/Foreign/relay.py", "--runtime", table.directories.runtime,
          "--relay",
          "table",
        ])
      _ = try await client.line(containing: #""event": "sent""#)
      try await heard.until("the edit") { $0.messages.last?.revision == 1 }
      #expect(heard.texts == ["Hello", "Hello again"])
      #expect(heard.messages.first?.content.link == "payport:card?data=e30")
      #expect(heard.messages.allSatisfy { $0.from == PersonID("python") })
      let room = try #require(heard.messages.first).room
      try await alice.send(ChatContent(text: "Hello, Python"), to: room)
      try await alice.send(ChatContent(text: "over"), to: room)
      let end = try await client.exit()
      #expect(end == .code(0), "\(client.lines(.error))")
      let lines = try client.lines(.output).map { try JSONValue(parsing: $0) }
      #expect(lines.filter { $0["event"] == "refused" }.count == 7)
      #expect(lines.contains(["event": "heard", "text": "Hello, Python", "sender": "alice"]))
      #expect(lines.last == ["event": "summary"])
      #expect(try await alice.rooms().first?.others.map(\.name) == ["Python"])
    }
  }
}
