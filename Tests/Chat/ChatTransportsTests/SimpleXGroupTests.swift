import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

/// A group whose members cannot be read. Nothing else suffers from that.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXGroupTests {
  private let hello = ChatContent(text: "Hello")
  private let trip = SimpleXTable.trip.atAlice
  private static let busy: JSONValue = [
    "type": "error", "errorType": ["type": "internalError", "message": "database is busy"],
  ]
  private static let words = "SimpleX Chat has an internal error"

  private func refuse(_ table: SimpleXTable, _ group: Int, _ isRefused: Bool) async throws {
    var operation: JSONObject = ["side": 0, "place": .string("members #\(group)")]
    if isRefused { operation["error"] = Self.busy }
    try await table.operate("refuse", operation)
  }

  private func isTold(_ heard: Heard, _ reason: String = words) -> Bool {
    heard.all.contains(.notice(.unreadableRoom(name: "Trip", reason: reason)))
  }

  @Test func onlyThatGroupIsUnavailableUntilItCanBeRead() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await refuse(table, 2, true)
      try await table.operate("drop", [:])
      try await heard.until("the words") { isTold($0) }
      #expect(heard.all.contains(.connected))
      #expect(try await table.alice.rooms().map(\.id) == [RoomID("contact/4")])
      try await table.alice.send(hello, to: RoomID("contact/4"))
      let refused = ChatTransportError.refused("the members of the group are not known: \(Self.words)")
      await #expect(throws: refused) { try await table.alice.send(hello, to: trip) }
      await #expect(throws: refused) { try await table.alice.room(trip) }
      // What is said there meanwhile is read later, and the words are said once.
      let missed = try await table.says(0, in: "#2", "Where are you?")
      #expect(try !table.apps.commands(of: 0).contains { $0.hasPrefix("/_send #2") })
      try await refuse(table, 2, false)
      try await heard.until("the group") { heard in
        heard.all.suffix(2).contains(.connected) && heard.all.contains { if case .room = $0 { true } else { false } }
      }
      #expect(heard.all.count { $0 == .notice(.unreadableRoom(name: "Trip", reason: Self.words)) } == 1)
      #expect(try await table.alice.history(of: trip).map(\.id).contains(missed))
      #expect(try await table.alice.rooms().map(\.id).contains(trip))
      try await table.alice.send(hello, to: trip)
    }
  }

  /// Whoever writes to the group asks for it, without waiting for the next time.
  @Test func aGroupIsReadAgainBeforeSomethingIsSentToIt() async throws {
    try await withSimpleX { table in
      let slow = SimpleXChat(port: table.apps.ports[0], folder: table.files.path + "/slow", watchPace: .seconds(3600))
      try await refuse(table, 2, true)
      try await slow.connect()
      #expect(try await slow.rooms().map(\.id) == [RoomID("contact/4")])
      try await refuse(table, 2, false)
      try await slow.send(hello, to: trip)
      #expect(try await slow.rooms().map(\.id).contains(trip))
      await slow.close()
    }
  }

  /// A news of the group that cannot be followed takes it out of use: a member whom nobody knows may be in it.
  @Test func aGroupThatChangesUnreadablyIsNotUsed() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await refuse(table, 2, true)
      try await table.operate(
        "member", ["side": 0, "group": 2, "name": "dora", "status": "connected", "tell": "joinedGroupMember"])
      try await heard.until("the words") { isTold($0) }
      #expect(try await table.alice.rooms().map(\.id) == [RoomID("contact/4")])
      // Whoever is removed from it hears that nevertheless.
      try await table.operate("leave", ["side": 0, "kind": "deletedMemberUser", "number": 2])
      try await heard.until("the end") { $0.all.contains(.left(trip, .removed)) }
    }
  }

  @Test func theOnlyConversationIsThisGroup() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("contact", ["side": 0, "number": 4, "connected": "deleted"])
      try await refuse(table, 2, true)
      try await table.operate("drop", [:])
      // It is the same profile as before, which the group alone proves.
      try await heard.until("the words") { isTold($0) }
      #expect(try await table.alice.rooms() == [])
    }
  }

  @Test func aGroupThatIsTooLargeIsLeftOut() async throws {
    try await withSimpleX("--groups", "1", "--members", "100", "--pictures", "20000") { table in
      #expect(try await table.alice.rooms().count == 3)
      // With two at one app, each reads all members again from time to time, and here the other one could.
      await table.alice.close()
      let chat = SimpleXChat(
        port: table.apps.ports[0], folder: table.files.path + "/small", watchPace: .milliseconds(100),
        largestAnswer: 1 << 20)
      try await chat.connect()
      let heard = await Heard(chat)
      #expect(try await chat.rooms().map(\.id) == [RoomID("contact/4"), trip])
      let reason = "the list of the members is longer than can be read"
      try await heard.until("the words") { heard in
        heard.all.contains(.notice(.unreadableRoom(name: "Group100", reason: reason)))
      }
      let asked = try table.apps.commands(of: 0).count { $0 == "/_members #100" }
      await #expect(throws: ChatTransportError.refused("the members of the group are not known: \(reason)")) {
        try await chat.send(hello, to: RoomID("group/100"))
      }
      try await chat.send(hello, to: trip)
      // Asking again would end the connection again.
      #expect(!heard.all.contains(.disconnected))
      #expect(try table.apps.commands(of: 0).count { $0 == "/_members #100" } == asked)
      await chat.close()
    }
  }
}
