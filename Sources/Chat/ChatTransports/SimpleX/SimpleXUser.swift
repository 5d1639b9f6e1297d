import ChatPayments
import JSON
import PaymentsModel

/// A user of SimpleX Chat, and the interpretation of SimpleX Chat's records (bots/api/TYPES.md) for that user. It has
/// no side effects.
///
/// In a conversation of two, a person is identified by their number on this device. In a group they are identified by
/// their `memberId`, which all members know. SimpleX has no identifier of a person that holds in several conversations.
struct SimpleXUser: Sendable, Equatable {
  /// The number of the user, `userId`.
  let number: Int64
  /// The name of the user, `localDisplayName`.
  let name: String

  /// Creates the user from a `User` record.
  init?(_ value: JSONValue?) {
    guard let number = value?["userId"]?.integerValue(as: Int64.self) else { return nil }
    self.number = number
    name = value?["localDisplayName"]?.stringValue ?? ""
  }

  /// The identifier of this person in conversations of two.
  var person: PersonID { PersonID("user/\(number)") }

  // MARK: Rooms

  /// Returns the room for a `Contact` record; `nil` if there is no connection with the contact.
  func room(contact: JSONValue) -> ChatRoom? {
    guard let number = contact["contactId"]?.integerValue(as: Int64.self), let connection = contact["activeConn"],
      !connection.isNull, contact["contactStatus"]?.stringValue ?? "active" == "active"
    else { return nil }
    let other = contact["localDisplayName"]?.stringValue ?? ""
    return ChatRoom(
      id: SimpleXRoom.contact(number).id, name: other, me: person,
      members: [.init(id: person, name: name), .init(id: Self.contact(number), name: other)])
  }

  /// Returns the room for a `GroupInfo` record and the `GroupMember` records of the others; `nil` if this person is no
  /// member.
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

  // Reads a `GroupMember` record.
  private static func member(_ value: JSONValue) -> (member: ChatRoom.Member, isPresent: Bool)? {
    guard let id = value["memberId"]?.stringValue else { return nil }
    let isPresent = !["removed", "left", "deleted", "rejected", "unknown", "invited"].contains(
      value["memberStatus"]?.stringValue ?? "")
    return (ChatRoom.Member(id: PersonID(id), name: value["localDisplayName"]?.stringValue ?? ""), isPresent)
  }

  // MARK: Messages

  /// Returns the message for a `ChatInfo` and a `ChatItem` record; `nil` if it has no author, was deleted, or is in a
  /// side conversation of a group.
  func message(_ chat: JSONValue, _ item: JSONValue) -> ChatMessage? {
    guard let room = Self.room(chat), let from = author(of: item, in: chat), let meta = item["meta"],
      let number = meta["itemId"]?.integerValue(as: Int64.self), meta["itemDeleted"]?.isNull ?? true,
      let body = item["content"]?["msgContent"], var content = SimpleXContent.read(body)
    else { return nil }
    // A member could have invented the message that they forward in a group. A card in it therefore proves nothing.
    if !(meta["forwardedByMember"]?.isNull ?? true) { content = ChatContent(text: content.plainText) }
    let sent = Self.time(meta["itemTs"]) ?? Timestamp(milliseconds: 0)
    return ChatMessage(
      id: MessageID(String(number)), room: room.id, from: from, content: content, sentAt: sent,
      revision: Self.revision(meta),
      answers: item["quotedItem"]?["itemId"]?.integerValue(as: Int64.self).map { MessageID(String($0)) },
      file: Self.file(item["file"]))
  }

  /// Reads a `CIFile` record.
  private static func file(_ value: JSONValue?) -> ChatFileInfo? {
    guard let name = value?["fileName"]?.stringValue, let size = value?["fileSize"]?.integerValue(as: Int.self) else {
      return nil
    }
    return ChatFileInfo(name: name, size: max(0, size))
  }

  /// Returns the message for an `AChatItem` record.
  func message(_ item: JSONValue) -> ChatMessage? {
    guard let chat = item["chatInfo"], let body = item["chatItem"] else { return nil }
    return message(chat, body)
  }

  /// Returns the room that a `ChatInfo` record names.
  static func room(_ chat: JSONValue) -> SimpleXRoom? {
    switch chat["type"]?.stringValue {
    case "direct": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(SimpleXRoom.contact)
    case "group" where chat["groupChatScope"]?.isNull ?? true:
      chat["groupInfo"]?["groupId"]?.integerValue(as: Int64.self).map(SimpleXRoom.group)
    default: nil
    }
  }

  // Returns the author from the `CIDirection` record, which SimpleX Chat has authenticated.
  private func author(of item: JSONValue, in chat: JSONValue) -> PersonID? {
    switch item["chatDir"]?["type"]?.stringValue {
    case "directSnd": person
    case "directRcv": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(Self.contact)
    case "groupSnd": chat["groupInfo"]?["membership"].flatMap(Self.member)?.member.id
    case "groupRcv": item["chatDir"]?["groupMember"].flatMap(Self.member)?.member.id
    default: nil
    }
  }

  /// Returns whether a `ChatItem` record has this number and was written by this person.
  static func isOwn(_ item: JSONValue, number: Int64) -> Bool {
    item["meta"]?["itemId"]?.integerValue(as: Int64.self) == number
      && ["directSnd", "groupSnd"].contains(item["chatDir"]?["type"]?.stringValue)
  }

  // SimpleX Chat does not count edits, so the time from creation to the last update serves as the revision.
  private static func revision(_ meta: JSONValue) -> Int {
    guard meta["itemEdited"]?.boolValue == true else { return 0 }
    guard let created = time(meta["createdAt"]), let updated = time(meta["updatedAt"]) else { return 1 }
    return Int(max(1, updated.milliseconds - created.milliseconds))
  }

  private static func time(_ value: JSONValue?) -> Timestamp? { value?.stringValue.flatMap { Timestamp($0) } }
}

extension SimpleXRoom {
  /// The room's identifier for others: `contact/NUMBER` or `group/NUMBER`.
  var id: RoomID {
    switch self {
    case .contact(let number): RoomID("contact/\(number)")
    case .group(let number): RoomID("group/\(number)")
    }
  }

  /// Creates a room from its identifier; `nil` if the identifier is not from this transport.
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
