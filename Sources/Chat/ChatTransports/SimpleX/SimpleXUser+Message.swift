import ChatPayments
import JSON
import PaymentsModel

/// The interpretation of SimpleX Chat's records of messages (`AChatItem`, `ChatItem`).
extension SimpleXUser {
  /// Returns the message for a `ChatInfo` and a `ChatItem` record; `nil` if it has no author, was deleted, or is in a
  /// side conversation of a group.
  func message(_ chat: JSONValue, _ item: JSONValue) -> ChatMessage? {
    guard let room = Self.room(chat), let from = author(of: item, in: chat), let meta = item["meta"],
      let number = meta["itemId"]?.integerValue(as: Int64.self), meta["itemDeleted"]?.isNull ?? true,
      let body = item["content"]?["msgContent"], var content = SimpleXContent.read(body)
    else { return nil }
    // A card counts only if it is complete and its author is certain. Everything else is a text.
    if content.link != nil, !isAuthorCertain(item, in: chat) {
      content = ChatContent(text: content.text + "\n" + SimpleXWords.cardOfUnknownAuthor)
    } else if meta["itemLive"]?.boolValue == true {
      content = ChatContent(text: content.plainText)
    }
    return ChatMessage(
      id: MessageID(String(number)), room: room.id, from: from, content: content,
      sentAt: Self.time(meta["itemTs"]) ?? Timestamp(milliseconds: 0), revision: Self.revision(meta),
      answers: item["quotedItem"]?["itemId"]?.integerValue(as: Int64.self).map { MessageID(String($0)) },
      file: Self.fileInfo(item["file"]), isEdited: meta["itemEdited"]?.boolValue ?? false,
      isFleeting: !(meta["itemTimed"]?.isNull ?? true))
  }

  /// Returns the message for an `AChatItem` record.
  func message(_ item: JSONValue) -> ChatMessage? {
    guard let chat = item["chatInfo"], let body = item["chatItem"] else { return nil }
    return message(chat, body)
  }

  /// Returns whether the author of a `ChatItem` record is proved: by a signature that SimpleX Chat has checked, or by the
  /// member's own connection, through which the message came. A member can invent a message that they forward in a group,
  /// and so can a relay.
  private func isAuthorCertain(_ item: JSONValue, in chat: JSONValue) -> Bool {
    switch Self.tag(item["chatDir"]) {
    case "directSnd", "directRcv", "groupSnd": return true
    case "groupRcv": break
    default: return false
    }
    let meta = item["meta"]
    // A message without a signature says so with `unsigned`, or says nothing. In a group without relays that is usual.
    let verified = meta?["msgVerified"]
    if Self.tag(verified) == "signed", verified?["sigStatus"]?.stringValue == "verified" { return true }
    return (meta?["forwardedByMember"]?.isNull ?? true) && !Self.usesRelays(chat["groupInfo"])
  }

  // Returns the author from the `CIDirection` record, which SimpleX Chat has authenticated. What a channel says comes
  // from no member; its author is then the room.
  private func author(of item: JSONValue, in chat: JSONValue) -> PersonID? {
    switch Self.tag(item["chatDir"]) {
    case "directSnd": person
    case "directRcv": chat["contact"]?["contactId"]?.integerValue(as: Int64.self).map(Self.contact)
    case "groupSnd": Self.me(in: chat)
    case "groupRcv": item["chatDir"]?["groupMember"].flatMap(Self.member)?.id
    case "channelRcv": Self.room(chat).map { PersonID($0.id.rawValue) }
    default: nil
    }
  }

  /// This person in the group of a `ChatInfo` record.
  private static func me(in chat: JSONValue) -> PersonID? {
    chat["groupInfo"]?["membership"].flatMap(Self.member)?.id
  }

  /// Returns whether a `ChatItem` record was written by this person.
  static func isOwn(_ item: JSONValue) -> Bool { ["directSnd", "groupSnd"].contains(tag(item["chatDir"])) }

  /// The number of a `ChatItem` record.
  static func number(_ item: JSONValue?) -> Int64? { item?["meta"]?["itemId"]?.integerValue(as: Int64.self) }

  // SimpleX Chat does not count edits, so the time from creation to the last update serves as the revision. A message
  // that is written while it is read is updated without being edited.
  private static func revision(_ meta: JSONValue) -> Int {
    guard let created = time(meta["createdAt"]), let updated = time(meta["updatedAt"]) else {
      return meta["itemEdited"]?.boolValue == true ? 1 : 0
    }
    return Int(max(meta["itemEdited"]?.boolValue == true ? 1 : 0, updated.milliseconds - created.milliseconds))
  }

  // MARK: What became of a message

  /// Returns the removal of a message that a `ChatItem` record tells; `nil` if it is there.
  func removal(_ chat: JSONValue, _ item: JSONValue) -> ChatEvent? {
    guard let room = Self.room(chat), let number = Self.number(item), let deleted = item["meta"]?["itemDeleted"],
      !deleted.isNull
    else { return nil }
    let person: PersonID? =
      switch Self.tag(deleted) {
      case "deleted": author(of: item, in: chat)
      case "moderated": deleted["byGroupMember"].flatMap(Self.member)?.id
      // This person does not want to see what the author says, or a moderator does not want anybody to.
      case "blocked": Self.me(in: chat) ?? person
      case "blockedByAdmin": Self.room(chat).map { PersonID($0.id.rawValue) }
      default: nil
      }
    return .removed(MessageID(String(number)), in: room.id, by: person)
  }

  /// Returns the removal that a `ChatItemDeletion` record tells.
  ///
  /// - Parameters:
  ///   - byUser: whether this person has removed it in SimpleX Chat.
  ///   - isTimed: whether the message was only to be seen for a while.
  func removal(_ deletion: JSONValue, byUser: Bool, isTimed: Bool) -> ChatEvent? {
    guard let before = deletion["deletedChatItem"], let chat = before["chatInfo"], let item = before["chatItem"],
      let room = Self.room(chat), let number = Self.number(item)
    else { return nil }
    let message = MessageID(String(number))
    if isTimed { return .removed(message, in: room.id, by: nil) }
    if let after = deletion["toChatItem"]?["chatItem"], let event = removal(chat, after) {
      // Unless they are a moderator, people can hide somebody else's message from their own eyes only.
      let isHidden = byUser && !Self.isOwn(item) && Self.tag(after["meta"]?["itemDeleted"]) != "moderated"
      return isHidden ? .removed(message, in: room.id, by: nil) : event
    }
    return .removed(message, in: room.id, by: byUser ? nil : author(of: item, in: chat))
  }

  /// Returns what became of a message of this person, as a `ChatItem` record tells; `nil` if it tells nothing.
  static func delivery(_ item: JSONValue) -> ChatDelivery? {
    guard isOwn(item), let status = item["meta"]?["itemStatus"] else { return nil }
    return switch tag(status) {
    case "sndSent": .sent
    case "sndRcvd": .received
    case "sndErrorAuth": .failed(SimpleXWords.sendError(["type": "auth"]))
    case "sndError": .failed(SimpleXWords.sendError(status["agentError"]))
    case "sndWarning": .delayed(SimpleXWords.sendError(status["agentError"]))
    default: nil
    }
  }

  // MARK: Files

  private static func fileInfo(_ value: JSONValue?) -> ChatFileInfo? {
    guard let name = value?["fileName"]?.stringValue, let size = value?["fileSize"]?.integerValue(as: Int.self) else {
      return nil
    }
    return ChatFileInfo(name: name, size: max(0, size))
  }
}
