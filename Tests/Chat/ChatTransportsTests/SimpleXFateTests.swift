import ChatPayments
import ChatTransports
import JSON
import PaymentsModel
import TestSupport
import Testing

/// What was said, and what became of it.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXFateTests {
  private let card: JSONValue = ["type": "payport_card", "text": "Pay me", "link": "payport:card?data=e30"]
  private let trip = SimpleXTable.trip.atBob

  @Test(
    arguments: [
      (["type": "signed", "sigStatus": "verified"], true),
      (["type": "signed", "sigStatus": "signedNoKey"], false), (["type": "sigMissing"], false), (nil, false),
    ] as [(JSONValue?, Bool)])
  func inAGroupWithRelaysOnlyAVerifiedSignatureProvesTheAuthor(_ verified: JSONValue?, _ isCard: Bool) async throws {
    try await withSimpleX { table in
      try await table.operate("group", ["side": 1, "number": 5, "relays": true, "tell": "groupUpdated"])
      let heard = await Heard(table.bob)
      var members: JSONObject = ["content": card, "forwardedByMember": 3]
      if let verified { members["msgVerified"] = verified }
      try await table.says(1, in: "#5", "", members)
      try await heard.until("the message") { $0.messages.count == 1 }
      #expect((heard.messages.first?.content.link != nil) == isCard)
      // One's own cards are signed there, and new messages take the place of edits, which are not.
      let sent = try await table.bob.send(ChatContent(text: "Hello"), to: trip)
      #expect(try await table.bob.edit(sent, in: trip, to: ChatContent(text: "Hello again")) != sent)
      let commands = try table.apps.commands(of: 1).filter { $0.hasPrefix("/_send") }
      #expect(commands.count == 2 && commands.allSatisfy { $0.hasPrefix("/_send #5 sign=on json ") })
    }
  }

  /// What is said to the moderators of a group alone is no message to the group.
  @Test func aSideConversationOfAGroupIsNotRead() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      try await table.says(1, in: "#5", "For moderators", ["aside": true])
      try await table.says(1, in: "#5", "For all")
      try await heard.until("the message to all") { $0.texts.last == "For all" }
      #expect(heard.texts == ["For all"])
    }
  }

  @Test func whatWentElsewhereIsNotTakenForSent() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      try await table.operate("misroute", ["side": 0, "chat": "#2"])
      await #expect(throws: ChatTransportError.malformedAnswer) {
        try await table.alice.send(ChatContent(text: "For Bob"), to: RoomID("contact/4"))
      }
      #expect(heard.messages == [])
    }
  }

  @Test func whatAChannelSaysIsShownAsTheChannels() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      try await table.says(1, in: "#5", "", ["content": card, "direction": ["type": "channelRcv"]])
      try await heard.until("the message") { $0.messages.count == 1 }
      let message = try #require(heard.messages.first)
      #expect(
        message.content.text.hasPrefix("Pay me\n(This was sent as a payment card.") && message.content.link == nil)
      #expect(try await table.bob.room(trip).name(of: message.from) == "Trip")
    }
  }

  @Test func aLiveMessageGrowsUntilItIsDone() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let number = try await table.says(1, in: "@7", "Hel", ["itemLive": true])
      let texts = ["Hello", "Hello, Bob\npayport:card?data=e30"]
      for (text, isDone) in [(texts[0], false), (texts[1], false), (texts[1], true)] {
        try await table.operate(
          "live",
          [
            "side": 1, "chat": "@7", "number": .integer(try #require(Int(number.rawValue))), "text": .string(text),
            "done": .bool(isDone),
          ])
      }
      try await heard.until("all of it") { $0.messages.count == 4 }
      #expect(heard.messages.map(\.content.plainText) == ["Hel"] + texts + texts.suffix(1))
      let revisions = heard.messages.map(\.revision)
      #expect(revisions == revisions.sorted() && Set(revisions).count == 4 && !heard.messages.contains { $0.isEdited })
      // While it is being written, nothing of it is a card.
      #expect(heard.messages.map { $0.content.link == nil } == [true, true, true, false])
    }
  }

  @Test func whatWasTakenBackIsTold() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let alice = SimpleXTable.aliceAtBob
      let member = PersonID("QUxJQ0UtbWVtYmVy")
      let cases: [(chat: String, more: JSONObject, by: PersonID?)] = [
        ("@7", [:], alice), ("@7", ["whole": true], alice), ("@7", ["timed": true], nil), ("#5", [:], member),
        ("#5", ["moderator": "carol"], PersonID("Q0FST0wtbWVtYmVy")),
        ("#5", ["in_group": true, "whole": true], member),
        ("#5", ["in_group": true, "moderator": "carol"], PersonID("Q0FST0wtbWVtYmVy")),
        // Somebody did it, and the network does not tell who.
        ("#5", ["in_group": "nobody named"], PersonID("group/5")),
        ("#5", ["blocked": "blockedByAdmin"], PersonID("group/5")),
        // This person has blocked the author, or as a moderator removed what they said, or only hidden it.
        ("#5", ["blocked": "blocked"], PersonID("Qk9CLW1lbWJlci1p")),
        ("#5", ["moderator": "carol", "user": true], PersonID("Q0FST0wtbWVtYmVy")),
        ("#5", ["user": true], nil), ("@7", ["user": true, "whole": true], nil),
      ]
      for (chat, more, person) in cases {
        let number = try await table.says(1, in: chat, "Oops")
        let room = RoomID((chat.hasPrefix("@") ? "contact/" : "group/") + chat.dropFirst())
        let common: JSONObject = ["side": 1, "chat": .string(chat), "number": .integer(Int(number.rawValue) ?? 0)]
        try await table.operate("delete", JSONObject(common.members + more.members))
        try await heard.until("\(chat) \(more)") { $0.all.contains(.removed(number, in: room, by: person)) }
        #expect(try await !table.bob.history(of: room).map(\.id).contains(number))
      }
      // What was taken back while nobody listened is told when the room is read.
      let number = try await table.says(1, in: "@7", "Again")
      try await table.operate(
        "delete", ["side": 1, "chat": "@7", "number": .integer(Int(number.rawValue) ?? 0), "silent": true])
      _ = try await table.bob.history(of: RoomID("contact/7"))
      try await heard.until("the last one") { $0.all.contains(.removed(number, in: RoomID("contact/7"), by: alice)) }
    }
  }

  /// What was removed as a whole while nobody listened leaves no mark. A conversation that its person has cleared does
  /// not either, and nobody has taken anything back there.
  @Test func whatIsGoneWithoutATraceIsFound() async throws {
    try await withSimpleX { table in
      let room = RoomID("contact/7")
      func gone(_ messages: [MessageID]) async throws -> Set<MessageID> {
        try await table.bob.vanished(
          of: Dictionary(messages.map { ($0, Timestamp("2026-03-20T12:00:00Z") ?? .maximum) }) { first, _ in first },
          in: room)
      }
      let first = try await table.says(1, in: "@7", "Hello")
      let oops = try await table.says(1, in: "@7", "Oops")
      let other = try await table.says(1, in: "@7", "Marked")
      #expect(try await gone([first, oops, other]) == [])
      for (message, isWhole) in [(oops, true), (other, false)] {
        let number = JSONValue.integer(Int(message.rawValue) ?? 0)
        try await table.operate(
          "delete", ["side": 1, "chat": "@7", "number": number, "silent": true, "whole": .bool(isWhole)])
      }
      // What is marked as removed is told with its author when the room is read.
      #expect(try await gone([first, oops, other]) == [oops])
      // A message that was sent before all that is there may be older than what is read.
      let early = [oops: Timestamp("2026-01-01T00:00:00Z") ?? .maximum, MessageID("3"): .maximum]
      #expect(try await table.bob.vanished(of: early, in: room) == [])
      try await table.operate("clear", ["side": 1, "chat": "@7"])
      #expect(try await gone([first, oops, other]) == [])
      try await table.says(1, in: "@7", "Later")
      #expect(try await gone([first, oops, other]) == [])
    }
  }

  @Test func aMessageThatDisappearsByItselfSaysSo() async throws {
    try await withSimpleX { table in
      try await table.says(1, in: "@7", "For a minute", ["itemTimed": ["ttl": 60]])
      try await table.says(1, in: "@7", "For ever")
      #expect(try await table.bob.history(of: RoomID("contact/7")).map(\.isFleeting) == [true, false])
    }
  }

  /// A change of the last message comes with the list of the rooms after a pause. Nothing else of a room has to be read.
  @Test func aChangeOfTheLastMessageIsNewsOfItsRoom() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      func activity() async throws -> Timestamp? {
        let before = heard.all.count { $0 == .connected }
        try await table.operate("drop", [:])
        try await heard.until("the connection") { $0.all.count { $0 == .connected } > before }
        return try await table.bob.rooms().first { $0.id == RoomID("contact/7") }?.lastActivity
      }
      let number = try await table.says(1, in: "@7", "Hello")
      let first = try await activity()
      #expect(try await activity() == first)
      let item = JSONValue.integer(Int(number.rawValue) ?? 0)
      try await table.operate("edit", ["side": 1, "chat": "@7", "number": item, "text": "Hullo", "silent": true])
      let second = try await activity()
      #expect(try #require(second) > #require(first))
    }
  }

  @Test(
    arguments: [
      (["type": "sndErrorAuth"], "the other side has deleted the conversation"),
      (["type": "sndError", "agentError": ["type": "quota"]], "no more are kept for it"),
      (["type": "sndError", "agentError": ["type": "other", "sndError": "BROKER"]], "SimpleX Chat reports BROKER"),
      (["type": "sndError", "agentError": ["type": "expired"]], "gave up"),
      (
        ["type": "sndWarning", "agentError": ["type": "relay", "srvError": ["type": "host"]]], "the server of the other"
      ),
    ] as [(JSONObject, String)])
  func whatDoesNotArriveIsTold(_ status: JSONObject, _ words: String) async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.alice)
      let sent = try await table.alice.send(ChatContent(text: "Hello"), to: RoomID("contact/4"))
      let common: JSONObject = ["side": 0, "chat": "@4", "number": .integer(Int(sent.rawValue) ?? 0)]
      try await table.operate("status", JSONObject(common.members + status.members))
      let isWarning = status["type"] == "sndWarning"
      func isTold(_ heard: Heard) -> Int {
        heard.all.count { event in
          switch event {
          case .delivery(sent, in: RoomID("contact/4"), .failed(let text)): !isWarning && text.contains(words)
          case .delivery(sent, in: RoomID("contact/4"), .delayed(let text)): isWarning && text.contains(words)
          default: false
          }
        }
      }
      try await heard.until("the failure") { isTold($0) == 1 }
      // It is told again when the room is read, for those who were not there.
      _ = try await table.alice.history(of: RoomID("contact/4"))
      try await heard.until("the failure again") { isTold($0) == 2 }
      for (kind, delivery) in [("sndSent", ChatDelivery.sent), ("sndRcvd", .received)] {
        var status: JSONObject = ["type": .string(kind), "sndProgress": "complete"]
        if delivery == .received { status["msgRcptStatus"] = "ok" }
        try await table.operate("status", JSONObject(common.members + status.members))
        try await heard.until(kind) { $0.all.last == .delivery(sent, in: RoomID("contact/4"), delivery) }
      }
    }
  }

  @Test(arguments: [
    ("contactNotReady", "the connection with this contact is not made yet"),
    ("contactNotActive", "the conversation was ended"),
    ("contactDisabled", "this contact does not take messages any more"),
  ])
  func aRefusalHasWords(_ tag: String, _ words: String) async throws {
    try await withSimpleX { table in
      try await table.operate("refuse_contact", ["side": 0, "number": 4, "tag": .string(tag)])
      await #expect(throws: ChatTransportError.refused(words)) {
        try await table.alice.send(ChatContent(text: "Hello"), to: RoomID("contact/4"))
      }
    }
  }

  @Test func filesGoInBothDirections() async throws {
    try await withSimpleX { table in
      let (atAlice, atBob) = (await Heard(table.alice), await Heard(table.bob))
      let receipt = ChatFile(name: "receipt.pdf", bytes: Array("%PDF".utf8))
      try await table.alice.send(receipt, to: RoomID("contact/4"))
      try await atBob.until("the receipt") { $0.messages.count == 1 }
      let message = try #require(atBob.messages.first)
      #expect(message.file == ChatFileInfo(name: "receipt.pdf", size: 4))
      #expect(try await table.bob.file(of: message.id, in: message.room) == receipt)
      // It can be taken over once more.
      #expect(try await table.bob.file(of: message.id, in: message.room) == receipt)
      #expect(try table.apps.commands(of: 1).filter { $0.hasPrefix("/freceive") }.count == 1)

      try await table.operate("hold_files", ["side": 0])
      try await table.bob.send(ChatFile(name: "photo.jpg", bytes: [1, 2, 3]), to: trip)
      try await atAlice.until("the photo") { $0.messages.contains { $0.file?.name == "photo.jpg" } }
      let photo = try #require(atAlice.messages.last { $0.file?.name == "photo.jpg" })
      let receiving = Task { try await table.alice.file(of: photo.id, in: photo.room) }
      _ = try await eventually("the command") {
        try table.apps.commands(of: 0).contains { $0.hasPrefix("/freceive") } ? true : nil
      }
      try await table.operate("arrive", ["side": 0, "number": 2])
      #expect(try await receiving.value.bytes == [1, 2, 3])

      // Text is no file, and what is lost or not approved is told in words.
      let text = try await table.says(0, in: "@4", "Hello")
      await #expect(throws: ChatTransportError.unknownMessage) {
        try await table.alice.file(of: text, in: RoomID("contact/4"))
      }
      try await table.bob.send(ChatFile(name: "late.jpg", bytes: [1]), to: RoomID("contact/7"))
      try await atAlice.until("the late one") { $0.messages.contains { $0.file?.name == "late.jpg" } }
      let late = try #require(atAlice.messages.last { $0.file?.name == "late.jpg" })
      let refusal: JSONValue = [
        "type": "error", "errorType": ["type": "fileNotApproved", "fileId": 3, "unknownServers": ["x"]],
      ]
      try await table.operate("refuse", ["side": 0, "place": "file", "error": refusal])
      let words = "the file is on a server that SimpleX Chat does not know; approve it there"
      await #expect(throws: ChatTransportError.refused(words)) {
        try await table.alice.file(of: late.id, in: late.room)
      }
      try await table.operate("refuse", ["side": 0, "place": "file"])
      try await table.operate("lose_file", ["side": 0, "number": 3])
      await #expect(throws: ChatTransportError.refused("the file is not on its server any more")) {
        try await table.alice.file(of: late.id, in: late.room)
      }
    }
  }
}
