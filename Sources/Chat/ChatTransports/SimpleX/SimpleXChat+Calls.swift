public import ChatPayments
import JSON

extension SimpleXChat {
  /// This person in conversations of two, with the name in SimpleX Chat; `nil` before ``connect()``.
  public var me: ChatRoom.Member? { user.value.map { ChatRoom.Member(id: $0.person, name: $0.name) } }

  /// Returns all contacts, with the names that they have on this device.
  ///
  /// - Throws: `ChatTransportError`.
  public func people() async throws -> [ChatRoom.Member] {
    let user = try current()
    let contacts = try await call(.contacts(user: user.number), "contactsList")["contacts"]?.arrayValue ?? []
    return contacts.compactMap { user.room(contact: $0)?.others.first }
  }

  /// Returns the room of this person and a contact.
  ///
  /// - Throws: `ChatTransportError/unknownRoom` if there is no such contact; other `ChatTransportError`s.
  public func room(with contact: PersonID) async throws -> ChatRoom {
    guard case .contact(let number) = SimpleXRoom(RoomID(contact.rawValue)),
      let room = try await rooms().first(where: { $0.id == SimpleXRoom.contact(number).id })
    else { throw ChatTransportError.unknownRoom }
    return room
  }

  /// Returns the SimpleX profile that this chat uses.
  func current() throws(ChatTransportError) -> SimpleXUser {
    guard let user = user.value else { throw .disconnected }
    return user
  }

  /// Sends a command, and returns the response if it has one of the given types.
  ///
  /// - Throws: ``SimpleXRefusal/cannotUpdate``, `ChatTransportError`.
  func call(_ command: SimpleXCommand, _ types: String...) async throws -> JSONValue {
    guard let link else { throw ChatTransportError.disconnected }
    let response = try await link.call(.string(command.text))
    guard let type = response["type"]?.stringValue else { throw ChatTransportError.malformedAnswer }
    if type == "chatCmdError" {
      switch SimpleXRefusal(response) {
      case .cannotUpdate: throw SimpleXRefusal.cannotUpdate
      case .other(let error): throw error
      }
    }
    guard types.contains(type) else { throw ChatTransportError.malformedAnswer }
    return response
  }

  /// Returns a group with its members; `nil` if this person is no member.
  func room(of group: JSONValue) async throws -> ChatRoom? {
    guard let number = group["groupId"]?.integerValue(as: Int64.self) else { return nil }
    let members = try await call(.members(group: number), "groupMembers")["group"]?["members"]?.arrayValue
    return try current().room(group: group, members: members ?? [])
  }

  /// Returns the `AChat` record of a room, with the last messages.
  func chat(_ room: SimpleXRoom) async throws -> JSONValue {
    try await call(.history(room, count: Self.historyCount), "apiChat")["chat"] ?? [:]
  }

  /// Reports a message of this person, given as an `AChatItem`, because SimpleX Chat sends no event for it.
  func tell(_ item: JSONValue) async -> ChatMessage? {
    guard let message = user.value?.message(item) else { return nil }
    await link?.tell(.message(message))
    return message
  }

  // MARK: Events

  /// Returns the events that an event of SimpleX Chat stands for. There are none if it is irrelevant here, belongs to
  /// another profile, or comes from a later version.
  func events(_ event: JSONValue) async -> [ChatEvent] {
    guard let user = user.value, SimpleXUser(event["user"])?.number == user.number else { return [] }
    switch event["type"]?.stringValue {
    case "newChatItems": return (event["chatItems"]?.arrayValue ?? []).compactMap(user.message).map(ChatEvent.message)
    case "chatItemUpdated": return [event["chatItem"].flatMap(user.message)].compactMap { $0.map(ChatEvent.message) }
    case "contactConnected", "contactSndReady":
      return [event["contact"].flatMap(user.room(contact:))].compactMap { $0.map(ChatEvent.room) }
    case "contactUpdated":
      return [event["toContact"].flatMap(user.room(contact:))].compactMap { $0.map(ChatEvent.room) }
    case "groupUpdated": return await group(event["toGroup"])
    case "userJoinedGroup", "joinedGroupMember", "connectedToGroupMember", "groupMemberUpdated", "deletedMember",
      "leftMember":
      return await group(event["groupInfo"])
    case "sndFileCompleteXFTP", "sndFileError":
      // The member is called `chatItem_` in events where it is optional.
      let item = event["chatItem"] ?? event["chatItem_"]
      if let path = item?["chatItem"]?["file"]?["fileSource"]?["filePath"]?.stringValue { await done(path) }
      return []
    default: return []
    }
  }

  private func group(_ value: JSONValue?) async -> [ChatEvent] {
    guard let value else { return [] }
    do {
      return try await room(of: value).map { [.room($0)] } ?? []
    } catch {
      // The group is read again when the connection is back, or when somebody looks at it.
      return []
    }
  }
}
