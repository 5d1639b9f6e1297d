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

  /// Whoever joins a group that its moderators look after hears of their own state by the event about others.
  @Test func whoWaitsForAModeratorIsToldSo() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      let reason = "a moderator of the group has to admit you"
      try await table.operate("admission", ["side": 0, "number": 2, "status": "pending_review"])
      try await heard.until("the words") { $0.all.contains(.notice(.pendingRoom(name: "Trip", reason: reason))) }
      #expect(heard.all.first == .left(SimpleXTable.trip.atAlice, .notAdmitted))
      #expect(await table.alice.pending().filter { $0.name == "Trip" }.map(\.reason) == [reason])
      // A start finds the same, and says it to whoever asks for the group.
      let again = SimpleXChat(
        port: table.apps.ports[0], folder: table.files.path + "/again", watchPace: .seconds(3600))
      try await again.connect()
      #expect(try await again.rooms().map(\.id) == [RoomID("contact/4")])
      #expect(await again.pending().contains { $0.name == "Trip" && $0.reason == reason })
      await again.close()
      try await table.operate("admission", ["side": 0, "number": 2, "status": "connected"])
      try await heard.until("the group") { heard in heard.all.contains { if case .room = $0 { true } else { false } } }
      #expect(try await table.alice.rooms().map(\.id).contains(SimpleXTable.trip.atAlice))
      #expect(await !table.alice.pending().contains { $0.name == "Trip" })
    }
  }

  @Test(
    arguments: [
      ("requested", nil, "They have to accept your request. Then it is made by itself."),
      ("new", nil, "They have to open the link that you gave them. Then it is made by itself."),
      ("joined", nil, "It is made by itself when both of you are online."),
      ("failed", nil, "It was not possible: delete the contact there, and connect with a new link."),
      (nil, 7, "They have asked to be connected: accept it there."),
      (nil, nil, "Open the conversation there, and connect."),
    ] as [(String?, Int?, String)])
  func whoIsNotConnectedYetIsKnownByName(_ status: String?, _ request: Int?, _ advice: String) async throws {
    try await withSimpleX { table in
      var contact: JSONObject = ["side": 0, "number": 12, "name": "dave", "connected": .null]
      if let status { contact["connected"] = .string(status) }
      if let request { contact["request"] = .integer(request) }
      // SimpleX Chat tells of a contact only when it is connected.
      try await table.operate("contact", contact)
      #expect(try await !table.alice.people().contains { $0.name == "dave" })
      let dave = try #require(await table.alice.pending().first { $0.name == "dave" })
      #expect(dave.reason == "the connection with this contact is not made yet" && dave.advice == advice)
      try await table.operate("contact", ["side": 0, "number": 12, "name": "dave", "tell": "contactConnected"])
      _ = try await eventually("dave") { try await table.alice.people().contains { $0.name == "dave" } ? true : nil }
      #expect(await !table.alice.pending().contains { $0.name == "dave" })
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
