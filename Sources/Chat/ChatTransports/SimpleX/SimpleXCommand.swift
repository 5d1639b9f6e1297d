import JSON

/// The commands that are used, as text: bots/api/COMMANDS.md of simplex-chat, and `APIGetChat` of its console.
///
/// Names and texts of people stand in JSON only, where no line feed or space can begin another command.
enum SimpleXCommand {
  /// ShowActiveUser.
  case user
  /// APIListContacts of a user.
  case contacts(user: Int64)
  /// APIListGroups of a user.
  case groups(user: Int64)
  /// APIListMembers of a group.
  case members(group: Int64)
  /// APIGetChat: the last messages.
  case history(SimpleXRoom, count: Int)
  /// APISendMessages: one message.
  case send(SimpleXRoom, JSONValue)
  /// APISendMessages: one file, by its path.
  case sendFile(SimpleXRoom, path: String, name: String)
  /// APIUpdateChatItem.
  case update(SimpleXRoom, item: Int64, JSONValue)

  /// As it is sent.
  var text: String {
    switch self {
    case .user: "/user"
    case .contacts(let user): "/_contacts \(user)"
    case .groups(let user): "/_groups \(user)"
    case .members(let group): "/_members #\(group)"
    case .history(let room, let count): "/_get chat \(room.reference) count=\(count)"
    case .send(let room, let content):
      "/_send \(room.reference) json \(JSONValue.array([Self.composed(content)]).text())"
    case .sendFile(let room, let path, let name):
      "/_send \(room.reference) json \(JSONValue.array([Self.file(path, name)]).text())"
    case .update(let room, let item, let content):
      "/_update item \(room.reference) \(item) json \(Self.composed(content).text())"
    }
  }

  private static func file(_ path: String, _ name: String) -> JSONValue {
    [
      "fileSource": ["filePath": .string(path)], "msgContent": ["type": "file", "text": .string(name)], "mentions": [:],
    ]
  }

  /// ComposedMessage and UpdatedMessage, as far as both are the same.
  private static func composed(_ content: JSONValue) -> JSONValue { ["msgContent": content, "mentions": [:]] }
}

/// A conversation as SimpleX Chat numbers it, on this device alone.
enum SimpleXRoom: Hashable, Sendable {
  /// With one contact.
  case contact(Int64)
  /// A group.
  case group(Int64)

  /// ChatRef in commands.
  var reference: String {
    switch self {
    case .contact(let number): "@\(number)"
    case .group(let number): "#\(number)"
    }
  }
}
