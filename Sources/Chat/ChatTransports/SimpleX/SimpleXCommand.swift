import ChatPayments
import Cryptography
import JSON

/// The commands that are used, in their text form. Source: bots/api/COMMANDS.md of simplex-chat. `APIGetChat` and the
/// pages of `APIGetChats` before a time are commands of its console.
///
/// Names and texts of people appear only inside JSON, where no line feed or space can begin another command.
enum SimpleXCommand {
  /// The command ShowActiveUser.
  case user
  /// The command APIGetChats for the conversations of a user with activity before a time, the latest first.
  case chats(user: Int64, before: String?, count: Int)
  /// The command APIListMembers for a group.
  case members(group: Int64)
  /// The command APIGetChat for the last messages.
  case history(SimpleXRoom, count: Int)
  /// The command APISendMessages with one message. In groups that use relays, a signature proves who has written it.
  case send(SimpleXRoom, JSONValue, isSigned: Bool)
  /// The command APISendMessages with one file, given by its path.
  case sendFile(SimpleXRoom, path: String, ChatFile)
  /// The command APIUpdateChatItem.
  case update(SimpleXRoom, item: Int64, JSONValue)
  /// The command ReceiveFile, which writes a file of a message to a path.
  case receive(file: Int64, path: String)

  /// The text of the command.
  var text: String {
    switch self {
    case .user: "/user"
    case .chats(let user, let before, let count):
      "/_get chats \(user)\(before.map { " before=\($0)" } ?? "") count=\(count) \(Self.allChats.text())"
    case .members(let group): "/_members #\(group)"
    case .history(let room, let count): "/_get chat \(room.reference) count=\(count)"
    case .send(let room, let content, let isSigned):
      "/_send \(room.reference)\(isSigned ? " sign=on" : "") json \(JSONValue.array([Self.composed(content)]).text())"
    case .sendFile(let room, let path, let file):
      "/_send \(room.reference) json \(JSONValue.array([Self.file(path, file)]).text())"
    case .update(let room, let item, let content):
      "/_update item \(room.reference) \(item) json \(Self.composed(content).text())"
    case .receive(let file, let path): "/freceive \(file) encrypt=off \(path)"
    }
  }

  private static let allChats: JSONValue = ["type": "filters", "favorite": false, "unread": false]

  private static func file(_ path: String, _ file: ChatFile) -> JSONValue {
    ["fileSource": ["filePath": .string(path)], "msgContent": content(of: file), "mentions": [:]]
  }

  /// The largest preview of a picture, in bytes. It has to fit into the message.
  private static let largestPreview = 10_000

  /// Apps fetch and show a picture without anybody tapping it. Until then they show the preview.
  private static func content(of file: ChatFile) -> JSONValue {
    guard let preview = file.preview, preview.count <= largestPreview else {
      return ["type": "file", "text": .string(file.name)]
    }
    return ["type": "image", "text": "", "image": .string("data:image/png;base64," + base64(preview))]
  }

  /// Base64 as RFC 4648, section 4, has it.
  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Base64URL.encode(bytes).utf8.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    return String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: (4 - digits.count % 4) % 4)
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
