import ChatPayments
import JSON
import PaymentsModel

/// A room together with what proves that it is the same one as before.
struct SimpleXPlace: Sendable, Equatable {
  let room: ChatRoom
  /// A text that no other room of any SimpleX Chat has: the time at which the contact was made, or the random
  /// identifier of this person in the group. The number of a room alone names somebody else in another database.
  let mark: String

  /// The same room, in which something has changed at a time.
  func changed(at time: Timestamp?) -> SimpleXPlace {
    guard let time, time > room.lastActivity ?? Timestamp(milliseconds: 0) else { return self }
    return SimpleXPlace(
      room: ChatRoom(id: room.id, name: room.name, me: room.me, members: room.members, lastActivity: time), mark: mark)
  }
}

/// A user of SimpleX Chat, and the interpretation of SimpleX Chat's records of people (bots/api/TYPES.md) for that user.
/// It has no side effects.
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

  // MARK: Contacts

  /// Returns the room for a `Contact` record; `nil` if nothing can be sent to the contact.
  func place(contact: JSONValue) -> SimpleXPlace? {
    guard let number = contact["contactId"]?.integerValue(as: Int64.self), let mark = Self.mark(contact: contact),
      Self.obstacle(contact: contact) == nil
    else { return nil }
    let other = contact["localDisplayName"]?.stringValue ?? ""
    return SimpleXPlace(
      room: ChatRoom(
        id: SimpleXRoom.contact(number).id, name: other, me: person,
        members: [.init(id: person, name: name), .init(id: Self.contact(number), name: other)],
        lastActivity: Self.activity(contact)),
      mark: mark)
  }

  /// The number of failed authentications at which SimpleX Chat disables a connection (`authErrDisableCount`).
  private static let disablingErrors = 10

  /// Returns why nothing can be sent to a contact, in words; `nil` if nothing is in the way.
  static func obstacle(contact: JSONValue) -> String? {
    guard contact["contactStatus"]?.stringValue == "active" else { return "the conversation was ended" }
    // The status is a tagged record. Statuses of later versions are not known to be usable.
    guard let connection = contact["activeConn"], ["ready", "sndReady"].contains(tag(connection["connStatus"])) else {
      return "the connection with this contact is not made yet"
    }
    guard let errors = connection["authErrCounter"]?.integerValue(as: Int.self), errors < disablingErrors else {
      return "this contact does not take messages any more"
    }
    return nil
  }

  static func contact(_ number: Int64) -> PersonID { PersonID("contact/\(number)") }

  // MARK: Groups

  /// Returns the room for a `GroupInfo` record and the `GroupMember` records of the others; `nil` if this person is no
  /// member.
  func place(group: JSONValue, members: [JSONValue]) -> SimpleXPlace? {
    guard let number = group["groupId"]?.integerValue(as: Int64.self), let membership = group["membership"],
      let me = Self.member(membership), Self.isCurrent(membership)
    else { return nil }
    let others = members.filter { Self.isCurrent($0) && !Self.isRelay($0) }.compactMap(Self.member)
    return SimpleXPlace(
      room: ChatRoom(
        id: SimpleXRoom.group(number).id, name: group["localDisplayName"]?.stringValue ?? "", me: me.id,
        members: [me] + others.filter { $0.id != me.id }, lastActivity: Self.activity(group)),
      mark: me.id.rawValue)
  }

  /// Reads a `GroupMember` record.
  static func member(_ value: JSONValue) -> ChatRoom.Member? {
    guard let id = value["memberId"]?.stringValue else { return nil }
    return ChatRoom.Member(id: PersonID(id), name: value["localDisplayName"]?.stringValue ?? "")
  }

  /// Whether a member reads what is written in the group (`memberCurrent'` in simplex-chat). Those who wait for approval
  /// or review do not, and statuses of later versions are not known to.
  static func isCurrent(_ member: JSONValue) -> Bool {
    ["introduced", "intro-inv", "accepted", "announced", "connected", "complete", "creator"].contains(
      member["memberStatus"]?.stringValue)
  }

  /// Whether a member is a server that passes messages on, and nobody.
  private static func isRelay(_ member: JSONValue) -> Bool { member["memberRole"]?.stringValue == "relay" }

  /// Whether messages of a group reach it through relays, which prove nothing about their authors.
  static func usesRelays(_ group: JSONValue?) -> Bool { group?["useRelays"]?.boolValue ?? false }

  // MARK: Conversations

  /// Returns the room that a `ChatInfo` record names; `nil` for side conversations of a group, notes and requests.
  static func room(_ chat: JSONValue) -> SimpleXRoom? {
    switch tag(chat) {
    case "direct": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(SimpleXRoom.contact)
    case "group" where chat["groupChatScope"]?.isNull ?? true:
      chat["groupInfo"]?["groupId"]?.integerValue(as: Int64.self).map(SimpleXRoom.group)
    default: nil
    }
  }

  /// Returns the mark of the room that a `ChatInfo` record names; see ``SimpleXPlace/mark``.
  static func mark(_ chat: JSONValue) -> String? {
    switch tag(chat) {
    case "direct": chat["contact"].flatMap(mark(contact:))
    case "group": chat["groupInfo"]?["membership"]?["memberId"]?.stringValue
    default: nil
    }
  }

  /// Returns the time of the last activity that a `ChatInfo` record tells, as SimpleX Chat writes it.
  static func activityText(_ chat: JSONValue) -> String? {
    let record = chat["contact"] ?? chat["groupInfo"] ?? chat["noteFolder"] ?? chat["contactRequest"]
    let text = record?["chatTs"]?.stringValue ?? record?["updatedAt"]?.stringValue
    // The text becomes a part of a command.
    guard let text, text.utf8.count <= 40, text.utf8.allSatisfy("0123456789-:.TZ".utf8.contains) else { return nil }
    return text
  }

  static func tag(_ value: JSONValue?) -> String? { value?["type"]?.stringValue }

  static func time(_ value: JSONValue?) -> Timestamp? { value?.stringValue.flatMap { Timestamp($0) } }

  private static func mark(contact: JSONValue) -> String? { contact["createdAt"]?.stringValue }

  private static func activity(_ record: JSONValue) -> Timestamp? {
    time(record["chatTs"]) ?? time(record["updatedAt"])
  }
}
