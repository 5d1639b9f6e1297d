import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

/// Whose app it is: the same numbers mean other people in another profile or database.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXProfileTests {
  private let hello = ChatContent(text: "Only for Bob")
  private let bob = RoomID("contact/4")

  private func sends(_ table: SimpleXTable) throws -> Int {
    try table.apps.commands(of: 0).count { $0.hasPrefix("/_send") || $0.hasPrefix("/_update") }
  }

  private static func notices(_ heard: Heard) -> [ChatNotice] {
    heard.all.compactMap { event in
      if case .notice(let notice) = event { notice } else { nil }
    }
  }

  @Test func anotherProfileThatIsMadeActiveGetsNothing() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      let sent = try await table.alice.send(hello, to: bob)
      // Somebody types /user work in the app: nothing ends, and the numbers stay.
      try await table.operate("switch", ["side": 0, "user": 2, "name": "work", "drop": false])
      for call in [
        { _ = try await table.alice.send(hello, to: bob) },
        { _ = try await table.alice.edit(sent, in: bob, to: ChatContent(text: "Paid")) },
        { _ = try await table.alice.send(ChatFile(name: "a", bytes: [1]), to: bob) },
        { _ = try await table.alice.history(of: bob) },
      ] {
        // Nothing was sent, and it is known why.
        await #expect(throws: ChatTransportError.unavailable("another profile is active in SimpleX Chat")) {
          try await call()
        }
      }
      try await heard.until("the notice") {
        Self.notices($0) == [.otherProfile(expected: "alice", found: "work")]
      }
      #expect(try sends(table) == 1)
      // When the former profile is back, everything goes on.
      try await table.operate("switch", ["side": 0, "user": 1, "name": "alice"])
      _ = try await eventually("the way back") { try? await table.alice.send(hello, to: bob) }
      #expect(try sends(table) == 2)
    }
  }

  @Test func anotherDatabaseBehindThePortGetsNothing() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("switch", ["side": 0, "database": 7])
      try await heard.until("the notice") {
        Self.notices($0) == [.otherProfile(expected: "alice", found: "alice")]
      }
      await #expect(throws: ChatTransportError.unavailable("another profile is active in SimpleX Chat")) {
        try await table.alice.send(hello, to: bob)
      }
      #expect(try sends(table) == 0)
      // After a restart of paychat it is the same.
      let again = SimpleXTable.chat(table.apps, 0, table.files)
      await #expect(throws: SimpleXChatError.otherProfile(expected: "alice", found: "alice")) {
        try await again.connect()
      }
      await again.close()
      // Another folder belongs to another paychat, which may use it.
      let other = SimpleXChat(port: table.apps.ports[0], folder: table.files.path + "/other")
      try await other.connect()
      #expect(try await other.rooms().count == 2)
      await other.close()
    }
  }

  @Test func aNumberThatBelongsToSomebodyElseIsLeftOut() async throws {
    try await withSimpleX { table in
      // A backup was restored in the app, and the number was given to another contact.
      try await table.operate("restore", ["side": 0, "contact": 4])
      await #expect(throws: ChatTransportError.unknownRoom) { try await table.alice.send(hello, to: bob) }
      await #expect(throws: ChatTransportError.unknownRoom) { try await table.alice.history(of: bob) }
      let heard = await Heard(table.alice)
      try await table.says(0, in: "@4", "I am Bob")
      try await table.says(0, in: "#2", "Hello")
      try await heard.until("the group's") { $0.texts == ["Hello"] }
      try await table.operate("drop", [:])
      try await heard.until("the connection") { $0.all.last == .connected }
      #expect(try await table.alice.rooms().map(\.id) == [SimpleXTable.trip.atAlice])
      #expect(try sends(table) == 0)
    }
  }

  @Test func anotherClientIsNoticedAndItsNewsIsReadAgain() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      let other = SimpleXChat(port: table.apps.ports[0], folder: table.files.path + "/other")
      try await other.connect()
      try await heard.until("the notice") { Self.notices($0) == [.otherClient] }
      // Each event reaches one client only, so half of the messages are missing until the rooms are read again.
      for number in 1...6 { try await table.says(0, in: "@4", "Message \(number)") }
      try await heard.until("the word to read") { $0.all.last == .connected }
      #expect(try await table.alice.history(of: bob).count == 6)
      let rooms = try await table.alice.rooms()
      #expect(rooms.first?.id == bob && !heard.all.contains(.disconnected))
      await other.close()
      let messages = heard.messages.count
      try await table.says(0, in: "@4", "Alone")
      try await table.says(0, in: "@4", "again")
      try await heard.until("both") { $0.messages.count == messages + 2 || $0.texts.suffix(1) == ["again"] }
      #expect(Self.notices(heard) == [.otherClient])
    }
  }
}
