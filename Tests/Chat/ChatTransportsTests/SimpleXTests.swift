import ChatPayments
import ChatTransports
import Files
import JSON
import PaymentsModel
import TestSupport
import Testing
import Transport

/// Tests the local interface of SimpleX Chat, with apps that are simulated by its documentation.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXTests {
  private let card = ChatContent(text: "Alice asks for 0.5 XMR\n\"Pizza\"\\n / @7", link: "payport:card?data=e30")

  @Test func contactsAndGroupsAreRooms() async throws {
    try await withSimpleX { table in
      let rooms = try await table.alice.rooms()
      #expect(rooms.map(\.id) == [RoomID("contact/4"), SimpleXTable.trip.atAlice])
      let two = try #require(rooms.first)
      #expect(two.name == "bob" && two.me == PersonID("user/1"))
      #expect(two.others == [.init(id: SimpleXTable.bobAtAlice, name: "bob")])
      // All apps use the same identifiers for the members of a group. Members who have left do not count.
      let bobs = try await table.bob.rooms()
      let trips = [try #require(rooms.last), try #require(bobs.last)]
      #expect(trips.map(\.me.rawValue) == ["QUxJQ0UtbWVtYmVy", "Qk9CLW1lbWJlci1p"])
      for trip in trips {
        #expect(trip.name == "Trip" && trip.members.map(\.name).sorted() == ["alice", "bob", "carol"])
      }
      #expect(Set(trips[0].members) == Set(trips[1].members))
      #expect(try await table.bob.people() == [.init(id: SimpleXTable.aliceAtBob, name: "alice")])
      #expect(try await table.bob.room(with: SimpleXTable.aliceAtBob).id == RoomID("contact/7"))
      await #expect(throws: ChatTransportError.unknownRoom) { try await table.bob.room(with: PersonID("contact/99")) }
    }
  }

  @Test func aCardTravelsAsContentOfItsOwnAndIsUpdatedInPlace() async throws {
    try await withSimpleX { table in
      let (atAlice, atBob) = (await Heard(table.alice), await Heard(table.bob))
      let sent = try await table.alice.send(card, to: RoomID("contact/4"))
      try await atBob.until("the card") { $0.messages.count == 1 }
      let received = try #require(atBob.messages.first)
      #expect(received.content == card && received.from == SimpleXTable.aliceAtBob && received.revision == 0)
      #expect(received.room == RoomID("contact/7") && received.sentAt.text.hasPrefix("2026-03-20T11:01:25.1"))
      // The person's own message is reported too, as theirs.
      try await atAlice.until("the own one") { $0.messages.map(\.id) == [sent] }
      #expect(atAlice.messages.map(\.from) == [PersonID("user/1")])

      let paid = ChatContent(text: "Paid", link: "payport:card?data=e31")
      #expect(try await table.alice.edit(sent, in: RoomID("contact/4"), to: paid) == sent)
      try await atBob.until("the edit") { $0.messages.count == 2 }
      #expect(atBob.messages.map(\.id) == [received.id, received.id] && atBob.messages.last?.content == paid)
      #expect(atBob.messages.last.map { $0.revision > 0 } == true)
      // Repeating the same edit changes nothing and does not fail.
      #expect(try await table.alice.edit(sent, in: RoomID("contact/4"), to: paid) == sent)
      for (chat, room) in [(table.alice, RoomID("contact/4")), (table.bob, RoomID("contact/7"))] {
        #expect(try await chat.history(of: room).map(\.content) == [paid])
      }

      let send = try #require(try table.apps.commands(of: 0).first { $0.hasPrefix("/_send ") })
      #expect(send.hasPrefix("/_send @4 json [{") && !send.contains("\n"))
      let content = try JSONValue(parsing: String(send.dropFirst("/_send @4 json ".count)))[0]?["msgContent"]
      #expect(content == ["type": "payport_card", "text": .string(card.text), "link": "payport:card?data=e30"])
    }
  }

  @Test func aTextIsATextAndMayEndWithALink() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.bob.send(ChatContent(text: "Hello"), to: RoomID("contact/7"))
      try await table.bob.send(ChatContent(text: card.plainText), to: RoomID("contact/7"))
      try await heard.until("both") { $0.messages.count == 2 }
      #expect(heard.messages.map(\.content) == [ChatContent(text: "Hello"), card])
      let send = try #require(try table.apps.commands(of: 1).first { $0.hasPrefix("/_send ") })
      #expect(send == #"/_send @7 json [{"msgContent":{"type":"text","text":"Hello"},"mentions":{}}]"#)
      // A reader's app knows no cards, and passes the card on inside of a record for what it does not know.
      try await table.alice.send(card, to: RoomID("contact/4"))
      #expect(try await table.bob.history(of: RoomID("contact/7")).last?.content == card)
    }
  }

  @Test func aFileIsHandedOverByItsPathAndRemovedWhenItIsSent() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let receipt = ChatFile(name: "receipt \"1\".pdf", bytes: [1, 2, 3])
      try await table.alice.send(receipt, to: RoomID("contact/4"))
      try await heard.until("the file") { $0.texts == [receipt.name] }
      let prefix = "/_send @4 json "
      let send = try #require(try table.apps.commands(of: 0).first { $0.hasPrefix(prefix) })
      let message = try #require(try JSONValue(parsing: String(send.dropFirst(prefix.count)))[0])
      #expect(message["msgContent"] == ["type": "file", "text": .string(receipt.name)])
      let path = try #require(message["fileSource"]?["filePath"]?.stringValue)
      let slot = try PrivateFolder(opening: String(path.dropLast(receipt.name.utf8.count + 1)))
      #expect(try slot.read(receipt.name, limit: 10) == receipt.bytes)
      try await table.operate("uploaded", ["side": 0, "number": 1])
      _ = try await eventually("its removal") { try slot.names().isEmpty ? true : nil }
      for name in ["", "..", "a/b"] {
        await #expect(throws: ChatTransportError.refused("the name of the file")) {
          try await table.alice.send(ChatFile(name: name, bytes: [1]), to: RoomID("contact/4"))
        }
      }
      // A file that is refused is not kept.
      await #expect(throws: ChatTransportError.unknownRoom) {
        try await table.alice.send(receipt, to: RoomID("contact/99"))
      }
      #expect(try PrivateFolder(opening: table.files.path + "/alice/sending").names() == [])
    }
  }

  @Test func aGroupSaysWhoItWas() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let sent = try await table.alice.send(card, to: SimpleXTable.trip.atAlice)
      try await heard.until("the card") { $0.messages.count == 1 }
      #expect(heard.messages.first?.from == PersonID("QUxJQ0UtbWVtYmVy") && heard.messages.first?.content == card)
      #expect(heard.messages.first?.room == SimpleXTable.trip.atBob)
      let own = try await table.alice.history(of: SimpleXTable.trip.atAlice)
      #expect(own.map(\.from.rawValue) == ["QUxJQ0UtbWVtYmVy"] && own.map(\.id) == [sent])
    }
  }

  private static let unproved =
    "Pay me\n(This was sent as a payment card. Nothing proves who wrote it, so it cannot be used.)"

  /// Outside of groups with relays, a message comes through its author's own connection, whatever is said of signatures.
  @Test(
    arguments: [
      (#"{"type":"unsigned"}"#, false, nil, true), ("null", false, nil, true),
      (#"{"type":"sigMissing"}"#, false, nil, true),
      (#"{"type":"signed","sigStatus":"signedNoKey"}"#, false, nil, true), (#"{"type":"unsigned"}"#, false, 3, false),
      ("null", false, 3, false), (#"{"type":"signed","sigStatus":"verified"}"#, false, 3, true),
      (#"{"type":"unsigned"}"#, true, nil, false), (#"{"type":"sigMissing"}"#, true, nil, false),
      (#"{"type":"signed","sigStatus":"signedNoKey"}"#, true, nil, false),
      (#"{"type":"signed","sigStatus":"verified"}"#, true, nil, true),
    ] as [(String, Bool, Int?, Bool)])
  func aCardIsOneWhereItsAuthorIsCertain(
    _ verified: String, _ hasRelays: Bool, _ forwarder: Int?, _ isCard: Bool
  ) async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      try await table.operate("group", ["side": 1, "number": 5, "relays": .bool(hasRelays)])
      let card: JSONValue = ["type": "payport_card", "text": "Pay me", "link": "payport:card?data=e30"]
      var members: JSONObject = ["content": card, "silent": true]
      if verified != "null" { members["msgVerified"] = try JSONValue(parsing: verified) }
      if let forwarder { members["forwardedByMember"] = .integer(forwarder) }
      try await table.says(1, in: "#5", "", members)
      try await table.says(1, in: "#5", "and then")
      try await heard.until("what comes after it") { $0.texts == ["and then"] }
      let content = try await table.bob.history(of: SimpleXTable.trip.atBob).first?.content
      #expect(
        content
          == (isCard ? ChatContent(text: "Pay me", link: "payport:card?data=e30") : ChatContent(text: Self.unproved)))
    }
  }

  @Test func whatIsTooOldIsSaidAnewByItsAuthorAlone() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let sent = try await table.alice.send(card, to: RoomID("contact/4"))
      try await heard.until("the card") { $0.messages.count == 1 }
      let received = try #require(heard.messages.first).id
      await #expect(throws: ChatTransportError.unknownMessage) {
        try await table.bob.edit(received, in: RoomID("contact/7"), to: ChatContent(text: "Declined"))
      }
      await #expect(throws: ChatTransportError.unknownMessage) {
        try await table.alice.edit(MessageID("9999"), in: RoomID("contact/4"), to: card)
      }
      try await table.apps.operate(["op": "age"])
      let anew = try await table.alice.edit(sent, in: RoomID("contact/4"), to: ChatContent(text: "Paid"))
      #expect(anew != sent)
      try await heard.until("the other message") { $0.texts == [card.text, "Paid"] }
    }
  }

  @Test func aMessageHasALimit() async throws {
    try await withSimpleX { table in
      let room = RoomID("contact/4")
      // The message is longer as JSON than as text.
      try await table.alice.send(ChatContent(text: String(repeating: "x", count: 14_900)), to: room)
      await #expect(throws: ChatTransportError.tooLarge(limit: 15_000)) {
        try await table.alice.send(ChatContent(text: String(repeating: "\"", count: 8_000)), to: room)
      }
      // SimpleX Chat is not asked for what it would refuse.
      #expect(try table.apps.commands(of: 0).count { $0.hasPrefix("/_send") } == 1)
    }
  }

  /// What simplex-chat answers to a message that is too large, which depends on the conversation: by the store before it is
  /// sent, after it was packed for one contact, when a batch for a group is made, and by the agent.
  @Test(arguments: [
    (#"{"type":"errorStore","storeError":{"type":"largeMsg"}}"#, 15_000),
    (#"{"type":"error","errorType":{"type":"exception","message":"large compressed message"}}"#, 13_380),
    (#"{"type":"error","errorType":{"type":"internalError","message":"large message 42"}}"#, 15_000),
    (
      #"{"type":"errorAgent","agentConnId":"Y29ubg","agentError":{"type":"CMD","cmdErr":{"type":"LARGE"},"errContext":"sendMessage"}}"#,
      15_000
    ),
  ])
  func whatIsTooLargeForSimpleXIsToldSo(_ error: String, _ limit: Int) async throws {
    try await withSimpleX { table in
      try await table.operate("refuse", ["side": 0, "place": "@4", "error": try JSONValue(parsing: error)])
      await #expect(throws: ChatTransportError.tooLarge(limit: limit)) {
        try await table.alice.send(card, to: RoomID("contact/4"))
      }
    }
  }

  @Test func aRoomThatIsNoneIsRefused() async throws {
    try await withSimpleX { table in
      for room in ["contact/99", "group/99", "contact/4 json []", "contact/04", "contact/", "user/1", "", "group/2/"] {
        await #expect(throws: ChatTransportError.unknownRoom, "\(room)") {
          try await table.alice.send(card, to: RoomID(room))
        }
        await #expect(throws: ChatTransportError.unknownRoom, "\(room)") {
          try await table.alice.history(of: RoomID(room))
        }
      }
    }
  }

  @Test func whatLaterVersionsTellDoesNoHarm() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      let contact: JSONValue = [
        "contactId": 77, "localDisplayName": "mallory", "contactStatus": "active", "createdAt": "2026-01-01T00:00:00Z",
        "activeConn": ["connStatus": ["type": "ready"], "authErrCounter": 0],
      ]
      let events: [JSONValue] = [
        ["type": "somethingNew", "chatItems": [1]], ["type": "newChatItems"],
        ["type": "newChatItems", "chatItems": [7]],
        ["type": "chatItemUpdated", "chatItem": ["chatInfo": ["type": "local"], "chatItem": [:]]], ["type": 1],
        // These events belong to another profile of the same app.
        ["type": "contactConnected", "user": ["userId": 2], "contact": contact],
        [
          "type": "newChatItems", "user": ["userId": 2],
          "chatItems": [
            [
              "chatInfo": ["type": "direct", "contact": contact],
              "chatItem": [
                "chatDir": ["type": "directRcv"], "meta": ["itemId": 9],
                "content": ["type": "rcvMsgContent", "msgContent": ["type": "text", "text": "For somebody else"]],
              ],
            ]
          ],
        ],
      ]
      for event in events { try await table.operate("later", ["side": 0, "resp": event]) }
      try await table.apps.operate(["op": "raw", "side": 0, "text": #"{"corrId":"77777","resp":{"type":"cmdOk"}}"#])
      try await table.bob.send(ChatContent(text: "Hello"), to: RoomID("contact/7"))
      try await heard.until("what comes after it") { $0.texts == ["Hello"] }
      #expect(heard.all.count == 1)
    }
  }

  @Test func aContactOrAGroupThatIsNewIsTold() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("contact", ["side": 0, "number": 12, "name": "dave", "tell": "contactConnected"])
      try await table.operate("group", ["side": 0, "number": 2, "name": "Trip 2027", "tell": "groupUpdated"])
      try await heard.until("both") { $0.all.count == 2 }
      guard case .room(let two) = heard.all[0], case .room(let trip) = heard.all[1] else {
        Issue.record("\(heard.all)")
        return
      }
      #expect(two.id == RoomID("contact/12") && two.name == "dave")
      #expect(trip.name == "Trip 2027" && trip.members.map(\.name).sorted() == ["alice", "bob", "carol"])
      #expect(try await table.alice.send(ChatContent(text: "Hello"), to: two.id).rawValue.isEmpty == false)
    }
  }

  @Test func aLostConnectionIsMadeAgain() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      try await table.apps.operate(["op": "drop"])
      try await heard.until("the connection") { $0.all.contains(.disconnected) && $0.all.last == .connected }
      _ = try await eventually("Alice's connection") { try? await table.alice.rooms() }
      try await table.alice.send(card, to: RoomID("contact/4"))
      try await heard.until("the card") { $0.messages.count == 1 }
    }
  }

  @Test func whatIsNoMessageEndsTheConnection() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.apps.operate(["op": "raw", "side": 0, "text": "not JSON"])
      try await heard.until("a new one") { $0.all.contains(.disconnected) && $0.all.last == .connected }
    }
  }

  @Test func nobodyAnswers() async throws {
    // No program can listen on this port.
    let files = try ScratchFolder()
    let chat = SimpleXChat(port: 1, folder: files.path)
    await #expect(throws: SimpleXChatError.unreachable(.unreachable)) { try await chat.connect() }
    await #expect(throws: ChatTransportError.disconnected) { try await chat.rooms() }
    await chat.close()
  }
}
