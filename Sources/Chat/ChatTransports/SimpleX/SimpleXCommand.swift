import JSON

/// The commands that are used, in their text form. Source: bots/api/COMMANDS.md of simplex-chat, and `APIGetChat` of
/// its console.
///
/// Names and texts of people appear only inside JSON, where no line feed or space can begin another command.
enum SimpleXCommand {
  /// The command ShowActiveUser.
  case user
  /// The command APIListContacts for a user.
  case contacts(user: Int64)
  /// The command APIListGroups for a user.
  case groups(user: Int64)
  /// The command APIListMembers for a group.
  case members(group: Int64)
  /// The command APIGetChat for the last messages.
  case history(SimpleXRoom, count: Int)
  /// The command APISendMessages with one message.
  case send(SimpleXRoom, JSONValue)
  /// The command APISendMessages with one file, given by its path.
  case sendFile(SimpleXRoom, path: String, name: String)
  /// The command APIUpdateChatItem.
  case update(SimpleXRoom, item: Int64, JSONValue)

  /// The text of the command.
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

  /// The record ComposedMessage or UpdatedMessage, limited to the members that both have.
  private static func composed(_ content: JSONValue) -> JSONValue { ["msgContent": content, "mentions": [:]] }
}

/// A conversation by its number in SimpleX Chat, which is valid on this device only.
enum SimpleXRoom: Hashable, Sendable {
  /// A conversation with one contact.
  case contact(Int64)
  /// A group.
  case group(Int64)

  /// The text of the conversation in commands (ChatRef).
  var reference: String {
    switch self {
    case .contact(let number): "@\(number)"
    case .group(let number): "#\(number)"
    }
  }
}
