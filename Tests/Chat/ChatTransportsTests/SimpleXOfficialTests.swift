import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

/// The simulated apps against SimpleX Chat's own description of its interface.
@Suite(.timeLimit(.minutes(10)))
struct SimpleXOfficialTests {
  /// A newer release that differs is named here, record by record.
  @Test func theShapesAreThoseThatThisClientWasWrittenFor() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let result = try await ChildProcess.run(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex_official.py"])
    print(result.output)
    #expect(result.exit == .code(0), "\(result.output)\(result.error)")
  }

  /// Each of these is what a release can change. The test above then says which it is.
  @Test(
    arguments: [
      ("GroupMember", "memberStatus", "GroupMember.memberStatus: "), ("CIMeta", "itemLive", "CIMeta.itemLive: "),
      ("event GroupUpdated", nil, "event GroupUpdated: new"),
      ("command APISendMessages", "signMessages", "signMessages: "),
      ("response NewChatItems", "chatItems", "response NewChatItems.chatItems: "),
      ("CIStatus_sndErrorAuth", "type", #"CIStatus_sndErrorAuth.type: other before, "sndErrorAuth" now"#),
    ] as [(String, String?, String)])
  func aReleaseThatDiffersIsNamed(_ record: String, _ member: String?, _ words: String) async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let result = try await ChildProcess.run(
      python,
      ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex_official.py", "--altered", record]
        + (member.map { [$0] } ?? []))
    #expect(result.exit == .code(1))
    #expect(result.output.contains { $0.contains(words) }, "\(result.output)")
  }

  /// Every kind of record that the apps ever send is checked, as is every command; the apps end where one is wrong.
  @Test func allThatIsSaidIsOfficial() async throws {
    try await withSimpleX { table in
      let heard = await Heard(table.bob)
      let room = RoomID("contact/4")
      let sent = try await table.alice.send(ChatContent(text: "Hi", link: "payport:card?data=e30"), to: room)
      _ = try await table.alice.edit(sent, in: room, to: ChatContent(text: "Ha"))
      _ = try await table.alice.edit(sent, in: room, to: ChatContent(text: "Ha"))
      try await table.alice.send(ChatFile(name: "a b.pdf", bytes: [1]), to: SimpleXTable.trip.atAlice)
      try await table.operate("uploaded", ["side": 0, "number": 1])
      try await table.operate("not_uploaded", ["side": 0, "number": 1, "message": "no room"])
      try await heard.until("the file") { $0.messages.contains { $0.file != nil } }
      let file = try #require(heard.messages.last { $0.file != nil })
      _ = try await table.bob.file(of: file.id, in: file.room)
      try await table.operate("group", ["side": 1, "number": 5, "relays": true, "tell": "groupUpdated"])
      try await table.bob.send(ChatContent(text: "signed"), to: SimpleXTable.trip.atBob)
      for kind in ["contactConnected", "contactSndReady", "contactUpdated"] {
        try await table.operate("contact", ["side": 1, "number": 7, "name": "alice", "tell": .string(kind)])
      }
      try await table.operate(
        "member", ["side": 1, "group": 5, "name": "dora", "status": "introduced", "tell": "memberAcceptedByOther"])
      try await table.operate(
        "member", ["side": 1, "group": 5, "name": "dora", "status": "connected", "tell": "joinedGroupMember"])
      let number = JSONValue.integer(Int(sent.rawValue) ?? 0)
      try await table.operate("status", ["side": 0, "chat": "@4", "number": number, "type": "sndErrorAuth"])
      let oops = try await table.says(1, in: "@7", "Oops")
      try await table.operate("delete", ["side": 1, "chat": "@7", "number": .integer(Int(oops.rawValue) ?? 0)])
      let there = try await table.says(1, in: "#5", "Oops")
      try await table.operate(
        "delete", ["side": 1, "chat": "#5", "number": .integer(Int(there.rawValue) ?? 0), "in_group": true])
      await #expect(throws: ChatTransportError.unknownRoom) {
        try await table.alice.send(ChatContent(text: "Nobody"), to: RoomID("contact/99999"))
      }
      for (kind, chat) in [("groupDeleted", 5), ("deletedMemberUser", 5), ("contactDeletedByContact", 7)] {
        try await table.operate("leave", ["side": 1, "kind": .string(kind), "number": .integer(chat)])
      }
      try await table.says(0, in: "@4", "The end")
      let counts = try #require(try await table.operate("table", [:]).objectValue)
      print("checked against simplex-chat 7.0.2:")
      for row in counts.members { print("  \(row.name) \(row.value.text())") }
      for name in [
        "ShowActiveUser_cmd_string", "APIGetChats_cmd_string", "APIListMembers_cmd_string",
        "APISendMessages_cmd_string",
        "APIUpdateChatItem_cmd_string", "ReceiveFile_cmd_string", "User", "Contact", "Connection", "GroupInfo",
        "GroupMember",
        "ChatItem", "CIMeta", "MsgContent_unknown", "CIFile", "ChatItemDeletion", "ContactDeletedByContact",
        "GroupDeleted", "DeletedMemberUser", "ChatItemsStatusesUpdated", "GroupChatItemsDeleted", "ApiChats",
      ] {
        #expect(counts[name]?.integerValue(as: Int.self) ?? 0 > 0, "\(name)")
      }
    }
  }
}
