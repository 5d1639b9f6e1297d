import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

/// Who is there, as simplex-chat counts people.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXPeopleTests {
  private func names(_ chat: SimpleXChat) async throws -> [String] {
    try await chat.room(SimpleXTable.trip.atAlice).members.map(\.name)
  }

  @Test(arguments: [
    ("introduced", "member", true), ("intro-inv", "member", true), ("accepted", "member", true),
    ("announced", "member", true), ("connected", "member", true), ("complete", "member", true),
    ("connected", "observer", true), ("pending_approval", "member", false), ("pending_review", "member", false),
    ("invited", "member", false), ("left", "member", false), ("removed", "member", false), ("deleted", "member", false),
    ("rejected", "member", false), ("unknown", "member", false), ("connected", "relay", false),
  ])
  func whoIsInAGroup(_ status: String, _ role: String, _ counts: Bool) async throws {
    try await withSimpleX { table in
      try await table.operate(
        "member", ["side": 0, "group": 2, "name": "dora", "status": .string(status), "role": .string(role)])
      #expect(try await names(table.alice).contains("dora") == counts)
    }
  }

  @Test func whoWasAcceptedCountsFromThenOn() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("member", ["side": 0, "group": 2, "name": "dora", "status": "pending_review"])
      #expect(try await !names(table.alice).contains("dora"))
      try await table.operate(
        "member",
        ["side": 0, "group": 2, "name": "dora", "status": "introduced", "tell": "memberAcceptedByOther"])
      try await heard.until("the group") { $0.all.count == 1 }
      guard case .room(let trip)? = heard.all.first else {
        Issue.record("\(heard.all)")
        return
      }
      #expect(trip.members.contains { $0.name == "dora" })
      #expect(try await table.alice.rooms().contains(trip))
    }
  }

  @Test(arguments: ["new", "prepared", "joined", "requested", "accepted", "deleted", "failed"])
  func aContactWhoIsNotConnectedIsNoConversation(_ status: String) async throws {
    try await withSimpleX { table in
      try await table.operate("contact", ["side": 0, "number": 4, "connected": .string(status)])
      await #expect(throws: ChatTransportError.refused("the connection with this contact is not made yet")) {
        try await table.alice.send(ChatContent(text: "Hello"), to: RoomID("contact/4"))
      }
      try await table.operate("contact", ["side": 0, "number": 4, "connected": "sndReady"])
      try await table.alice.send(ChatContent(text: "Hello"), to: RoomID("contact/4"))
      #expect(try table.apps.commands(of: 0).filter { $0.hasPrefix("/_send") }.count == 1)
    }
  }

  @Test func aConnectionThatSimpleXHasDisabledIsRefusedInWords() async throws {
    try await withSimpleX { table in
      for (errors, isRefused) in [(9, false), (10, true)] {
        try await table.operate("contact", ["side": 0, "number": 4, "errors": .integer(errors)])
        let answer = try? await table.alice.room(with: SimpleXTable.bobAtAlice)
        #expect((answer == nil) == isRefused)
      }
      await #expect(throws: ChatTransportError.refused("this contact does not take messages any more")) {
        try await table.alice.send(ChatContent(text: "Hello"), to: RoomID("contact/4"))
      }
    }
  }

  @Test(arguments: [
    ("contactDeletedByContact", 4, "contact/4", ChatDeparture.endedByOther),
    ("deletedMemberUser", 2, "group/2", .removed), ("groupDeleted", 2, "group/2", .deleted),
  ])
  func whoIsGoneIsTold(_ kind: String, _ number: Int, _ room: String, _ departure: ChatDeparture) async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("leave", ["side": 0, "kind": .string(kind), "number": .integer(number)])
      try await heard.until("the departure") { $0.all == [.left(RoomID(room), departure)] }
      #expect(try await !table.alice.rooms().map(\.id).contains(RoomID(room)))
      await #expect(throws: ChatTransportError.self) {
        try await table.alice.send(ChatContent(text: "Hello"), to: RoomID(room))
      }
      #expect(try !table.apps.commands(of: 0).contains { $0.hasPrefix("/_send") })
    }
  }
}
