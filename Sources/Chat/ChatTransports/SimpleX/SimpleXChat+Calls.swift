public import ChatPayments
import JSON

extension SimpleXChat {
  /// This person in conversations of two, with the name in SimpleX Chat; `nil` before ``connect()``.
  public var me: ChatRoom.Member? { directory.user.map { ChatRoom.Member(id: $0.person, name: $0.name) } }

  /// Returns all contacts that can be written to, with the names that they have on this device.
  ///
  /// - Throws: `ChatTransportError`.
  public func people() async throws -> [ChatRoom.Member] {
    try await rooms().compactMap { room in
      guard case .contact = SimpleXRoom(room.id) else { return nil }
      return room.others.first
    }
  }

  /// Returns the room of this person and a contact.
  ///
  /// - Throws: `ChatTransportError/unknownRoom` if there is no such contact; other `ChatTransportError`s.
  public func room(with contact: PersonID) async throws -> ChatRoom {
    guard case .contact(let number) = SimpleXRoom(RoomID(contact.rawValue)) else {
      throw ChatTransportError.unknownRoom
    }
    return try await room(SimpleXRoom.contact(number).id)
  }

  /// Returns the SimpleX profile that this chat uses.
  func current() throws(ChatTransportError) -> SimpleXUser {
    guard let user = directory.user else { throw .disconnected }
    return user
  }

  /// Sends a command, and returns the response if it has one of the given types and comes from the profile that this
  /// chat uses.
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
    guard SimpleXUser(response["user"])?.number == directory.user?.number else {
      // Another profile is active now. The next connection tells the person which one.
      directory.obstacle = SimpleXWords.otherProfile
      await link.renew()
      throw ChatTransportError.disconnected
    }
    return response
  }

  /// Makes a call that changes nothing. If there is no connection for it, nothing was sent, and the error says so.
  ///
  /// - Throws: `ChatTransportError`.
  private func ask(_ command: SimpleXCommand, _ type: String) async throws -> JSONValue {
    do {
      return try await call(command, type)
    } catch ChatTransportError.disconnected {
      throw ChatTransportError.unavailable(directory.obstacle ?? "there is no connection to SimpleX Chat")
    }
  }

  /// Checks, directly before something is sent to a room, that the room still is the one that this chat knows, and that
  /// something can be sent to it.
  ///
  /// - Returns: the `ChatInfo` record of the room.
  /// - Throws: `ChatTransportError`.
  func check(_ room: SimpleXRoom) async throws -> JSONValue {
    guard let info = try await checked(.history(room, count: 1), room)["chatInfo"] else {
      throw ChatTransportError.malformedAnswer
    }
    switch room {
    case .contact:
      if let words = info["contact"].flatMap(SimpleXUser.obstacle(contact:)) { throw ChatTransportError.refused(words) }
    case .group:
      guard info["groupInfo"]?["membership"].map(SimpleXUser.isCurrent) == true else {
        throw ChatTransportError.unknownRoom
      }
      if directory.unreadable[room.id] != nil { try await readAgain(room) }
    }
    return info
  }

  /// Returns the `AChat` record of a room, with the last messages.
  func chat(_ room: SimpleXRoom) async throws -> JSONValue {
    try await checked(.history(room, count: Self.historyCount), room)
  }

  private func checked(_ command: SimpleXCommand, _ room: SimpleXRoom) async throws -> JSONValue {
    let chat = try await ask(command, "apiChat")["chat"] ?? [:]
    guard let info = chat["chatInfo"], SimpleXUser.room(info) == room, let mark = SimpleXUser.mark(info) else {
      throw ChatTransportError.malformedAnswer
    }
    // The number belongs to somebody else now, as in another database.
    guard await register.mark(of: room.id) == mark else { throw ChatTransportError.unknownRoom }
    return chat
  }

  /// Reads the members of a group.
  ///
  /// - Returns: `nil` if this person is no member.
  func group(_ group: JSONValue?) async throws -> SimpleXPlace? {
    guard let number = group?["groupId"]?.integerValue(as: Int64.self) else { return nil }
    guard !directory.isTooLarge(number) else { throw ChatTransportError.refused(SimpleXWords.tooManyMembers) }
    let read = try await ask(.members(group: number), "groupMembers")["group"]
    guard let info = read?["groupInfo"] ?? group, let members = read?["members"]?.arrayValue else {
      throw ChatTransportError.malformedAnswer
    }
    return try current().place(group: info, members: members)
  }

  /// Reports a message that was sent, given as an `AChatItem`, because SimpleX Chat sends no event for it.
  ///
  /// - Throws: `ChatTransportError`, also if it did not go to the room for which it was meant.
  func sent(_ item: JSONValue?, to room: SimpleXRoom, _ info: JSONValue) async throws -> MessageID {
    guard let item, let chat = item["chatInfo"], let message = try current().message(item) else {
      throw ChatTransportError.malformedAnswer
    }
    guard SimpleXUser.room(chat) == room, SimpleXUser.mark(chat) == SimpleXUser.mark(info) else {
      throw ChatTransportError.malformedAnswer
    }
    await link?.tell(.message(message))
    if let delivery = item["chatItem"].flatMap(SimpleXUser.delivery), delivery != .sent {
      await link?.tell(.delivery(message.id, in: room.id, delivery))
    }
    return message.id
  }
}
