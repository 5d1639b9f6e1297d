import ChatPayments
import JSON
import PaymentsModel

/// The user whose chat it is, and what the records of SimpleX Chat (bots/api/TYPES.md) mean to them. Pure.
///
/// In a conversation of two a person is named by the number that they have on this device, in a group by their
/// `memberId`, which all members know: SimpleX has no name of a person that is the same in several conversations.
struct SimpleXUser: Sendable, Equatable {
  /// `userId`.
  let number: Int64
  /// `localDisplayName`.
  let name: String

  /// From `User`.
  init?(_ value: JSONValue?) {
    guard let number = value?["userId"]?.integerValue(as: Int64.self) else { return nil }
    self.number = number
    name = value?["localDisplayName"]?.stringValue ?? ""
  }

  /// This person in a conversation of two.
  var person: PersonID { PersonID("user/\(number)") }

  // MARK: Rooms

  /// From `Contact`; nil of one with whom there is no connection.
  func room(contact: JSONValue) -> ChatRoom? {
    guard let number = contact["contactId"]?.integerValue(as: Int64.self), let connection = contact["activeConn"],
      !connection.isNull, contact["contactStatus"]?.stringValue ?? "active" == "active"
    else { return nil }
    let other = contact["localDisplayName"]?.stringValue ?? ""
    return ChatRoom(
      id: SimpleXRoom.contact(number).id, name: other, me: person,
      members: [.init(id: person, name: name), .init(id: Self.contact(number), name: other)])
  }

  /// From `GroupInfo`, and `GroupMember` of all the others; nil where this person is no member.
  func room(group: JSONValue, members: [JSONValue]) -> ChatRoom? {
    guard let number = group["groupId"]?.integerValue(as: Int64.self), let membership = group["membership"],
      let me = Self.member(membership), me.isPresent
    else { return nil }
    let others = members.compactMap(Self.member).filter { $0.isPresent && $0.member.id != me.member.id }
    return ChatRoom(
      id: SimpleXRoom.group(number).id, name: group["localDisplayName"]?.stringValue ?? "", me: me.member.id,
      members: [me.member] + others.map(\.member))
  }

  private static func contact(_ number: Int64) -> PersonID { PersonID("contact/\(number)") }

  // From `GroupMember`.
  private static func member(_ value: JSONValue) -> (member: ChatRoom.Member, isPresent: Bool)? {
    guard let id = value["memberId"]?.stringValue else { return nil }
    let isPresent = !["removed", "left", "deleted", "rejected", "unknown", "invited"].contains(
      value["memberStatus"]?.stringValue ?? "")
    return (ChatRoom.Member(id: PersonID(id), name: value["localDisplayName"]?.stringValue ?? ""), isPresent)
  }

  // MARK: Messages

  /// From `ChatInfo` and `ChatItem`; nil of what nobody said, was deleted, or is in a side conversation of a group.
  func message(_ chat: JSONValue, _ item: JSONValue) -> ChatMessage? {
    guard let room = Self.room(chat), let from = author(of: item, in: chat), let meta = item["meta"],
      let number = meta["itemId"]?.integerValue(as: Int64.self), meta["itemDeleted"]?.isNull ?? true,
      let body = item["content"]?["msgContent"], var content = SimpleXContent.read(body)
    else { return nil }
    // Whoever forwards a message in a group could have written it themselves: a card in it proves nothing.
    if !(meta["forwardedByMember"]?.isNull ?? true) { content = ChatContent(text: content.plainText) }
    let sent = Self.time(meta["itemTs"]) ?? Timestamp(milliseconds: 0)
    return ChatMessage(
      id: MessageID(String(number)), room: room.id, from: from, content: content, sentAt: sent,
      revision: Self.revision(meta),
      answers: item["quotedItem"]?["itemId"]?.integerValue(as: Int64.self).map { MessageID(String($0)) },
      file: Self.file(item["file"]))
  }

  /// From `CIFile`.
  private static func file(_ value: JSONValue?) -> ChatFileInfo? {
    guard let name = value?["fileName"]?.stringValue, let size = value?["fileSize"]?.integerValue(as: Int.self) else {
      return nil
    }
    return ChatFileInfo(name: name, size: max(0, size))
  }

  /// From `AChatItem`.
  func message(_ item: JSONValue) -> ChatMessage? {
    guard let chat = item["chatInfo"], let body = item["chatItem"] else { return nil }
    return message(chat, body)
  }

  /// Where it stands, from `ChatInfo`.
  static func room(_ chat: JSONValue) -> SimpleXRoom? {
    switch chat["type"]?.stringValue {
    case "direct": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(SimpleXRoom.contact)
    case "group" where chat["groupChatScope"]?.isNull ?? true:
      chat["groupInfo"]?["groupId"]?.integerValue(as: Int64.self).map(SimpleXRoom.group)
    default: nil
    }
  }

  // From `CIDirection`, which SimpleX Chat has authenticated.
  private func author(of item: JSONValue, in chat: JSONValue) -> PersonID? {
    switch item["chatDir"]?["type"]?.stringValue {
    case "directSnd": person
    case "directRcv": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(Self.contact)
    case "groupSnd": chat["groupInfo"]?["membership"].flatMap(Self.member)?.member.id
    case "groupRcv": item["chatDir"]?["groupMember"].flatMap(Self.member)?.member.id
    default: nil
    }
  }

  /// Whether a `ChatItem` is this number's, and this person's own.
  static func isOwn(_ item: JSONValue, number: Int64) -> Bool {
    item["meta"]?["itemId"]?.integerValue(as: Int64.self) == number
      && ["directSnd", "groupSnd"].contains(item["chatDir"]?["type"]?.stringValue)
  }

  // There is no count of edits; what was edited later was updated later.
  private static func revision(_ meta: JSONValue) -> Int {
    guard meta["itemEdited"]?.boolValue == true else { return 0 }
    guard let created = time(meta["createdAt"]), let updated = time(meta["updatedAt"]) else { return 1 }
    return Int(max(1, updated.milliseconds - created.milliseconds))
  }

  private static func time(_ value: JSONValue?) -> Timestamp? { value?.stringValue.flatMap { Timestamp($0) } }
}

extension SimpleXRoom {
  /// As it is named to others: `contact/NUMBER` or `group/NUMBER`.
  var id: RoomID {
    switch self {
    case .contact(let number): RoomID("contact/\(number)")
    case .group(let number): RoomID("group/\(number)")
    }
  }

  /// The room of a name; nil where it is none of this transport's.
  init?(_ id: RoomID) {
    let parts = id.rawValue.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let number = Int64(parts[1]), number > 0, String(number) == parts[1] else { return nil }
    switch parts[0] {
    case "contact": self = .contact(number)
    case "group": self = .group(number)
    default: return nil
    }
  }
}
