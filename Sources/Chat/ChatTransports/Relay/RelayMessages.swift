import ChatPayments
import JSON
import PaymentsModel

/// A person as the relay tells of them.
struct RelayPersonEntry: Codable, Sendable, Equatable {
  let person: String
  let name: String
}

/// A room as it travels.
struct RelayRoomEntry: Codable, Sendable, Equatable {
  let room: String
  let name: String
  let members: [RelayPersonEntry]

  func room(me: PersonID) -> ChatRoom {
    ChatRoom(
      id: RoomID(room), name: name, me: me, members: members.map { .init(id: PersonID($0.person), name: $0.name) })
  }
}

/// A message, as it travels and as it is kept.
struct RelayMessageEntry: Codable, Sendable, Equatable {
  let room: String
  let message: Int
  let from: String
  var text: String
  var link: String?
  /// Where it stands for a file.
  var file: RelayFileEntry?
  let sentAt: Timestamp
  var revision: Int

  enum CodingKeys: String, CodingKey {
    case room, message, from, text, link, file
    case sentAt = "sent_at"
    case revision
  }

  /// Bytes of what the message says.
  var size: Int { text.utf8.count + (link?.utf8.count ?? 0) }

  var chatMessage: ChatMessage {
    ChatMessage(
      id: MessageID(String(message)), room: RoomID(room), from: PersonID(from),
      content: ChatContent(text: text, link: link), sentAt: sentAt, revision: revision,
      file: file.map { ChatFileInfo(name: text, size: $0.size) })
  }
}

/// A file in a room; the message's text is its name.
struct RelayFileEntry: Codable, Sendable, Equatable {
  /// In bytes.
  let size: Int
}

/// What is in a file.
struct RelayFileContent: Codable, Sendable {
  let name: String
  /// In base64url.
  let data: String
}

/// Part of a room's history, oldest first.
struct RelayPage: Codable, Sendable {
  let messages: [RelayMessageEntry]
  /// Whether there are later ones.
  let more: Bool
}

extension Encodable {
  /// As a JSON value. What is encoded here are texts and integers, for which it cannot fail; an empty object else.
  var json: JSONValue { (try? JSONBytesEncoder().encodeValue(self)) ?? [:] }
}
