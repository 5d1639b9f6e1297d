import ChatPayments
import ChatTransports
import Cryptography
import Files
import JSON
import RPCRuntime
import TestSupport
import Testing
import Transport

/// Tests the state after the relay or a connection has ended.
@Suite(.timeLimit(.minutes(10)))
struct RelayRestartTests {
  @Test func aRestartLosesNothingAndEverybodyIsBack() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice", name: "Alice A.")
      let bob = try await table.connect("bob")
      let group = try await alice.group("Trip", with: [bob.me]).id
      let sent = try await alice.send(ChatContent(text: "pending", link: "payport:card?data=e30"), to: group)
      try await alice.edit(sent, in: group, to: ChatContent(text: "accepted"))
      let before = try await bob.history(of: group)
      let heard = await Heard(bob)

      await table.stop()
      try await heard.until("the end") { $0.all.contains(.disconnected) }
      await #expect(throws: ChatTransportError.disconnected) { try await bob.rooms() }
      try await table.start()
      try await heard.until("the connection") { $0.all.last == .connected }

      #expect(try await bob.history(of: group) == before && before.map(\.content.text) == ["accepted"])
      #expect(try await bob.rooms().map { $0.name(of: alice.me) } == ["Alice A."])
      _ = try await eventually("Alice's connection") { try? await alice.rooms() }
      #expect(try await alice.edit(sent, in: group, to: ChatContent(text: "paid")) == sent)
      try await heard.until("the edit") { $0.messages.last?.revision == 2 }
      #expect(try await alice.send(ChatContent(text: "next"), to: group) != sent)
    }
  }

  /// What a kill leaves between two writes.
  @Test func filesWithoutAMessageAreRemoved() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let group = try await alice.group("Trip", with: [bob.me]).id
      _ = try await alice.send(ChatFile(name: "receipt.pdf", bytes: [1, 2, 3]), to: group)
      await table.stop()
      let folder = try PrivateFolder(opening: table.directories.state + "/relays/table")
      let kept = try folder.names().filter { $0.hasPrefix("file-") }
      #expect(kept.count == 1)
      try folder.write([9], to: "file-\(group)-99", replacing: true)
      try folder.write([9], to: ".file-\(group)-1.4194305.1", replacing: true)
      try await table.start()
      #expect(try folder.names().filter { $0.contains("file-") } == kept)
    }
  }

  @Test func aNameStaysWhoseItWas() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice", keys: "alices")
      await #expect(throws: RelayChatError.nameTaken) { try await table.connect("alice", keys: "mallorys") }
      await table.stop()
      try await table.start()
      await #expect(throws: RelayChatError.nameTaken) { try await table.connect("alice", keys: "mallorys") }
      _ = try await eventually("her connection") { try? await alice.rooms() }
    }
  }

  @Test func whoseNameHasGoneToAnotherMeanwhileStopsTrying() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice", keys: "alices")
      await table.stop()
      let folder = try PrivateFolder(opening: table.directories.state + "/relays/table")
      let other = try Ed25519.SigningKey(from: SystemRandom()).verifyingKey.base64URL
      let people: JSONValue = ["v": 1, "people": ["alice": ["key": .string(other), "name": "alice"]]]
      try folder.write(people.encoded(), to: "people.json", replacing: true)
      try await table.start()
      let error = try await eventually("the refusal") { () -> ChatTransportError? in
        do {
          _ = try await alice.rooms()
          return nil
        } catch {
          return error as? ChatTransportError == .disconnected ? nil : error as? ChatTransportError
        }
      }
      guard case .refused = error else { throw error }
    }
  }

  @Test func theFileOfARelayThatWasKilledLeadsNowhere() async throws {
    try await withRelay { table in
      let folder = try PrivateFolder(opening: table.directories.relays)
      let file = try folder.read("table.json", limit: 4096)
      let alice = await table.seat("alice")
      await table.stop()
      #expect(try folder.names().isEmpty)
      await #expect(throws: RelayChatError.relay(.notRunning(name: "table"))) { try await alice.connect() }
      try folder.write(file, to: "table.json", replacing: false)
      let error = await #expect(throws: RelayChatError.self) { try await alice.connect() }
      // Another program may use the port by now, which the client detects.
      guard case .unreachable = error else { return #expect(error == .wrongRelay) }
      // The next start replaces it, and the same chat connects.
      try await table.start()
      try await alice.connect()
      #expect(try await alice.rooms().isEmpty)
    }
  }

  @Test func oneAtATimeHasTheFiles() async throws {
    try await withRelay { table in
      let second = RelayServer(name: "table", directories: table.directories)
      await #expect(throws: RelayServerError.alreadyRuns) { try await second.start() }
      // The first relay is not affected.
      _ = try await table.connect("alice")
    }
  }

  @Test(arguments: ["people.json", "room-x.json"], ["", "{}", #"{"v":2,"people":{}}"#, #"{"v":1,"room":{}}"#])
  func whatIsDamagedIsNotGuessedAt(_ name: String, _ text: String) async throws {
    let table = try RelayTable()
    try PrivateFolder(creating: table.directories.state + "/relays/table")
      .write(Array(text.utf8), to: name, replacing: false)
    await #expect(throws: RelayServerError.damaged(name: name)) { try await table.start() }
    await table.close()
  }

  @Test func whatCannotBeKeptIsNotSaid() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let room = try await alice.room(with: bob.me).id
      let heard = await Heard(bob)
      try await alice.send(ChatContent(text: "kept"), to: room)
      // A folder takes the place of the room's file, so the file cannot be written.
      let path = table.directories.state + "/relays/table"
      let folder = try PrivateFolder(opening: path)
      let name = try #require(try folder.names().first { $0.hasPrefix("room-") })
      try folder.remove(name)
      _ = try folder.subfolder(name, creating: true)
      await #expect(throws: ChatTransportError.refused("the relay cannot write its files")) {
        try await alice.send(ChatContent(text: "lost"), to: room)
      }
      _ = try await eventually("the first message") { heard.texts == ["kept"] ? true : nil }
      #expect(try await bob.history(of: room).map(\.content.text) == ["kept"])
    }
  }
}
