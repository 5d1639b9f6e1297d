import ChatPayments
import JSON

extension SimpleXChat {
  /// Returns the events that an event of SimpleX Chat stands for. There are none if it is irrelevant here, belongs to
  /// another profile, or comes from a later version.
  func events(_ event: JSONValue) async -> [ChatEvent] {
    guard let user = directory.user, SimpleXUser(event["user"])?.number == user.number else { return [] }
    switch event["type"]?.stringValue {
    case "newChatItems": return await messages(event["chatItems"]?.arrayValue ?? [], user)
    case "chatItemUpdated": return await messages(event["chatItem"].map { [$0] } ?? [], user)
    case "chatItemsStatusesUpdated":
      return (event["chatItems"]?.arrayValue ?? []).compactMap(Self.delivery)
    case "chatItemsDeleted":
      return (event["chatItemDeletions"]?.arrayValue ?? []).compactMap {
        user.removal(
          $0, byUser: event["byUser"]?.boolValue ?? true, isTimed: event["timed"]?.boolValue ?? true)
      }
    case "groupChatItemsDeleted": return Self.removals(event)
    case "contactConnected", "contactSndReady": return await contact(event["contact"], user)
    case "contactUpdated": return await contact(event["toContact"], user)
    case "contactDeletedByContact":
      let left = leave(event["contact"].map { ["type": "direct", "contact": $0] }, .endedByOther)
      return left + (await contact(event["contact"], user))
    case "deletedMemberUser": return leave(Self.chat(event["groupInfo"]), .removed)
    case "groupDeleted": return leave(Self.chat(event["groupInfo"]), .deleted)
    case "groupUpdated": return await groupEvents(event["toGroup"])
    case "userJoinedGroup", "joinedGroupMember", "connectedToGroupMember", "groupMemberUpdated", "deletedMember",
      "leftMember", "memberAcceptedByOther", "memberRole", "memberBlockedForAll":
      return await groupEvents(event["groupInfo"])
    case "sndFileCompleteXFTP", "sndFileError":
      // The member is called `chatItem_` in events where it is optional.
      let item = event["chatItem"] ?? event["chatItem_"]
      if let path = item?["chatItem"]?["file"]?["fileSource"]?["filePath"]?.stringValue { await outbox.remove(path) }
      return Self.failedFile(event, item)
    case "rcvFileStart", "rcvFileAccepted", "rcvFileComplete", "rcvFileSndCancelled", "rcvFileError", "rcvFileWarning":
      let item = event["chatItem"] ?? event["chatItem_"]
      let number = item?["chatItem"]?["file"]?["fileId"] ?? event["rcvFileTransfer"]?["fileId"]
      if let number = number?.integerValue(as: Int64.self) { fileNews.tell(number) }
      return []
    default: return []
    }
  }

  /// Returns the events for messages. The room of a message is reported first if it is new. Messages of a room whose
  /// number belongs to somebody else now are left out.
  private func messages(_ items: [JSONValue], _ user: SimpleXUser) async -> [ChatEvent] {
    var events: [ChatEvent] = []
    for item in items {
      guard let message = user.message(item), let info = item["chatInfo"] else { continue }
      if directory[message.room] == nil {
        if SimpleXUser.tag(info) == "direct" {
          events += await contact(info["contact"], user)
        } else {
          events += await groupEvents(info["groupInfo"])
          // It is read later, when it is known who is in the group.
          if directory.unreadable[message.room] != nil { continue }
        }
      }
      guard let mark = SimpleXUser.mark(info), await register.mark(of: message.room) == mark else { continue }
      events.append(.message(message))
    }
    return events
  }

  private func contact(_ record: JSONValue?, _ user: SimpleXUser) async -> [ChatEvent] {
    guard let record, let number = record["contactId"]?.integerValue(as: Int64.self) else { return [] }
    guard let place = user.place(contact: record) else {
      directory.remove(SimpleXRoom.contact(number).id)
      directory.set(SimpleXRoom.contact(number).id, pending: SimpleXPending(contact: record))
      return []
    }
    return await show(place)
  }

  private func groupEvents(_ record: JSONValue?) async -> [ChatEvent] {
    do {
      return try await readGroup(record)
    } catch let error as ChatTransportError where !error.isOutage {
      if let room = Self.chat(record).flatMap(SimpleXUser.room)?.id {
        let name = record?["localDisplayName"]?.stringValue ?? directory.unreadable[room]?.name ?? ""
        directory.set(room, unreadable: SimpleXUnreadable(name: name, reason: SimpleXWords.unreadable(error)))
      }
      return []
    } catch {
      // All groups are read again when the connection is back.
      return []
    }
  }

  private func readGroup(_ record: JSONValue?) async throws -> [ChatEvent] {
    if let record, let room = Self.chat(record).flatMap(SimpleXUser.room)?.id,
      let pending = SimpleXPending(group: record)
    {
      // This person is told so of themselves by the event that tells of others who were admitted.
      let left = leave(Self.chat(record), .notAdmitted)
      guard !directory.isPending(room, like: pending) else { return left }
      directory.set(room, pending: pending)
      return left + [.notice(.pendingRoom(name: pending.name, reason: pending.reason))]
    }
    guard let place = try await group(record) else { return leave(Self.chat(record), .removed) }
    let wasUnreadable = directory.unreadable[place.room.id] != nil
    let events = await show(place)
    // Messages have been missed while the group could not be used.
    return wasUnreadable && !events.isEmpty ? events + [.connected] : events
  }

  /// Reads a group again that could not be used.
  ///
  /// - Throws: `ChatTransportError`, if it still cannot be used.
  func readAgain(_ room: SimpleXRoom) async throws {
    guard case .group(let number) = room else { return }
    do {
      for event in try await readGroup(["groupId": .integer(number)]) { await link?.tell(event) }
    } catch let error as ChatTransportError where !error.isOutage {
      throw ChatTransportError.refused("the members of the group are not known: \(SimpleXWords.unreadable(error))")
    }
  }

  /// Reads all groups again that cannot be used, and says why one still cannot.
  func readAgainAll() async {
    for (room, group) in directory.unreadable {
      guard let place = SimpleXRoom(room) else { continue }
      do {
        try await readAgain(place)
        told[room] = nil
      } catch let error as ChatTransportError where error.isOutage {
        return
      } catch {
        guard told[room] != group else { continue }
        told[room] = group
        await link?.tell(.notice(.unreadableRoom(name: group.name, reason: group.reason)))
      }
    }
  }

  private func show(_ place: SimpleXPlace) async -> [ChatEvent] {
    do {
      guard try await register.admit(place) else { return [] }
    } catch {
      // A room that cannot be remembered is not shown, because it could not be told from another one later.
      return []
    }
    directory.set(place.room)
    return [.room(place.room)]
  }

  private func leave(_ info: JSONValue?, _ departure: ChatDeparture) -> [ChatEvent] {
    guard let room = info.flatMap(SimpleXUser.room)?.id, directory[room] != nil || directory.unreadable[room] != nil
    else { return [] }
    directory.remove(room)
    return [.left(room, departure)]
  }

  private static func chat(_ group: JSONValue?) -> JSONValue? { group.map { ["type": "group", "groupInfo": $0] } }

  private static func delivery(_ item: JSONValue) -> ChatEvent? {
    guard let room = item["chatInfo"].flatMap(SimpleXUser.room), let body = item["chatItem"],
      let number = SimpleXUser.number(body), let delivery = SimpleXUser.delivery(body)
    else { return nil }
    return .delivery(MessageID(String(number)), in: room.id, delivery)
  }

  private static func failedFile(_ event: JSONValue, _ item: JSONValue?) -> [ChatEvent] {
    guard SimpleXUser.tag(event) == "sndFileError", let room = item?["chatInfo"].flatMap(SimpleXUser.room),
      let number = SimpleXUser.number(item?["chatItem"])
    else { return [] }
    let words = SimpleXWords.sendError(["type": "other", "sndError": event["errorMessage"] ?? "an error"])
    return [.delivery(MessageID(String(number)), in: room.id, .failed(words))]
  }

  private static func removals(_ event: JSONValue) -> [ChatEvent] {
    guard let room = chat(event["groupInfo"]).flatMap(SimpleXUser.room) else { return [] }
    let isOwn = event["byUser"]?.boolValue ?? true
    let person = isOwn ? nil : event["member_"].flatMap(SimpleXUser.member)?.id ?? PersonID(room.id.rawValue)
    return (event["chatItemIDs"]?.arrayValue ?? []).compactMap { $0.integerValue(as: Int64.self) }
      .map { .removed(MessageID(String($0)), in: room.id, by: person) }
  }
}
