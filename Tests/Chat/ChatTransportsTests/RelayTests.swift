import ChatPayments
import ChatTransports
import Files
import RPCRuntime
import TestSupport
import Testing

/// Tests a relay and its clients with real sockets.
@Suite(.timeLimit(.minutes(10)))
struct RelayTests {
  @Test func twoTalkAndTheRelaySaysWhoItWas() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice", name: "Alice A.")
      let bob = try await table.connect("bob")
      let heard = await Heard(bob)
      let room = try await alice.room(with: bob.me)
      try await heard.until("the room") { $0.all.count == 1 }
      #expect(room.others == [.init(id: PersonID("bob"), name: "bob")])

      let content = ChatContent(text: "Lunch?", link: "payport:card?data=e30")
      let sent = try await alice.send(content, to: room.id)
      try await heard.until("the message") { $0.messages.count == 1 }
      let message = try #require(heard.messages.first)
      #expect(message.id == sent && message.room == room.id && message.content == content && message.revision == 0)
      #expect(message.from == PersonID("alice"))
      let seen = try #require(try await bob.rooms().first)
      #expect(seen.id == room.id && seen.me == bob.me && seen.name(of: message.from) == "Alice A.")
    }
  }

  @Test func aMessageIsEditedInPlaceByItsAuthorAlone() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let room = try await alice.room(with: bob.me).id
      let heard = await Heard(bob)
      let sent = try await alice.send(ChatContent(text: "pending"), to: room)
      #expect(try await alice.edit(sent, in: room, to: ChatContent(text: "paid")) == sent)
      try await heard.until("the edit") { $0.messages.last?.revision == 1 }
      #expect(heard.messages.allSatisfy { $0.id == sent })
      await #expect(throws: ChatTransportError.unknownMessage) {
        try await bob.edit(sent, in: room, to: ChatContent(text: "declined"))
      }
      let history = try await bob.history(of: room)
      #expect(history.map(\.content.text) == ["paid"] && history.map(\.revision) == [1])
    }
  }

  @Test func aRoomIsOfItsMembersAlone() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let mallory = try await table.connect("mallory")
      let room = try await alice.room(with: bob.me).id
      #expect(try await bob.room(with: alice.me).id == room)
      try await alice.send(ChatContent(text: "between us"), to: room)
      #expect(try await mallory.rooms().isEmpty)
      await #expect(throws: ChatTransportError.unknownRoom) { try await mallory.history(of: room) }
      await #expect(throws: ChatTransportError.unknownRoom) {
        try await mallory.send(ChatContent(text: "hello"), to: room)
      }
      await #expect(throws: ChatTransportError.unknownRoom) {
        try await mallory.edit(MessageID("1"), in: room, to: ChatContent(text: "hello"))
      }
      #expect(try await bob.history(of: room).map(\.content.text) == ["between us"])
    }
  }

  @Test func aGroupHearsEverybody() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let carol = try await table.connect("carol")
      let heard = await Heard(carol)
      let group = try await alice.group("Trip", with: [bob.me, carol.me])
      #expect(group.name == "Trip" && group.members.map(\.id.rawValue) == ["alice", "bob", "carol"])
      // Another member makes the same request again.
      #expect(try await bob.group("Trip", with: [carol.me, alice.me]).id == group.id)
      try await alice.send(ChatContent(text: "one"), to: group.id)
      try await bob.send(ChatContent(text: "two"), to: group.id)
      try await heard.until("both") { $0.texts == ["one", "two"] }
      #expect(heard.messages.map(\.from.rawValue) == ["alice", "bob"])
      #expect(try await alice.people().map(\.id.rawValue) == ["alice", "bob", "carol"])
    }
  }

  @Test func twoDevicesAreOnePerson() async throws {
    try await withRelay { table in
      let desktop = try await table.connect("alice", keys: "alices")
      let phone = try await table.connect("alice", keys: "alices")
      let bob = try await table.connect("bob")
      let room = try await desktop.room(with: bob.me).id
      let heard = await Heard(phone)
      let sent = try await desktop.send(ChatContent(text: "from the desk"), to: room)
      try await heard.until("the own message") { $0.texts == ["from the desk"] }
      #expect(heard.messages.first?.from == phone.me)
      #expect(try await phone.edit(sent, in: room, to: ChatContent(text: "from the phone")) == sent)
    }
  }

  @Test func whoHasNeverBeenThereCannotBeWrittenTo() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      await #expect(throws: ChatTransportError.self) { try await alice.room(with: PersonID("bbo")) }
      await #expect(throws: ChatTransportError.self) { try await alice.room(with: alice.me) }
    }
  }

  @Test func aFileIsAMessageOfItsOwn() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let mallory = try await table.connect("mallory")
      let room = try await alice.room(with: bob.me).id
      let heard = await Heard(bob)
      // The file is larger than the messages of other connections may be.
      let receipt = ChatFile(name: "receipt 1.pdf", bytes: (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let sent = try await alice.send(receipt, to: room)
      try await heard.until("the file") { $0.texts == ["receipt 1.pdf"] }
      #expect(try await bob.file(of: sent, in: room) == receipt)
      await #expect(throws: ChatTransportError.unknownRoom) { try await mallory.file(of: sent, in: room) }
      await table.stop()
      try await table.start()
      let after = try await eventually("Bob's connection") { try? await bob.file(of: sent, in: room) }
      #expect(after == receipt)
      let text = try await bob.send(ChatContent(text: "Thank you"), to: room)
      await #expect(throws: ChatTransportError.unknownMessage) { try await bob.file(of: text, in: room) }
      await #expect(throws: ChatTransportError.tooLarge(limit: 8 << 20)) {
        try await bob.send(ChatFile(name: "more", bytes: [UInt8](repeating: 0, count: (8 << 20) + 1)), to: room)
      }
      for name in ["", "..", "a/b", "/etc/passwd", "a\0"] {
        await #expect(throws: ChatTransportError.refused("this cannot be a name"), "\(name)") {
          try await bob.send(ChatFile(name: name, bytes: [1]), to: room)
        }
      }
      // The folder contains only this file, and nothing was written outside of it.
      let folder = try PrivateFolder(opening: table.directories.state + "/relays/table")
      #expect(try folder.names().filter { $0.hasPrefix("file-") }.count == 1)
    }
  }

  @Test func aMessageHasALimit() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let room = try await alice.room(with: bob.me).id
      let longest = String(repeating: "x", count: 32 << 10)
      let sent = try await alice.send(ChatContent(text: longest), to: room)
      await #expect(throws: ChatTransportError.tooLarge(limit: 32 << 10)) {
        try await alice.send(ChatContent(text: longest + "x"), to: room)
      }
      await #expect(throws: ChatTransportError.tooLarge(limit: 32 << 10)) {
        try await alice.edit(sent, in: room, to: ChatContent(text: longest + "x"))
      }
      // These are more messages than fit into one answer.
      for _ in 0..<20 { try await alice.send(ChatContent(text: longest), to: room) }
      #expect(try await bob.history(of: room).count == 21)
    }
  }
}
