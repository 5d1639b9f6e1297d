import ChatPayments
import JSON
import JSONLines
import PaymentsModel
import TypeDefinition

/// A line that the host has written: a report of the chat, an answer, or what the user wants.
enum HostLine: Sendable {
  case hello(HostHello)
  case room(ChatRoom)
  case left(RoomID)
  case message(ChatMessage)
  case removed(MessageID, in: RoomID, by: PersonID?)
  case delivery(ChatDelivery, of: MessageID, in: RoomID)
  case connection(isUp: Bool)
  case sent(id: String, Result<MessageID, ChatTransportError>)
  case propose(HostProposal)
  case accept(CardKey, currency: String?, byLightning: Bool)
  case decline(CardKey, reason: String?)
  case cancel(CardKey, reason: String?)
  case retry(CardKey?)
  case currencies
  case split(total: DecimalAmount, currency: String, count: Int)
}

/// The first line of the host.
struct HostHello: Sendable, Decodable {
  struct App: Sendable, Decodable {
    let id: String
    let name: String
    let version: String
  }

  let v: Int
  let app: App
  let chat: HostAbilities
  let device: String?
  let provider: String?
}

/// What the chat of the host can do.
struct HostAbilities: Sendable, Decodable, SnakeCaseMembers {
  /// Whether the user's own messages can be edited.
  let edits: Bool
  /// Whether a message can carry a link beside its text.
  let links: Bool
  /// The longest text of a message in bytes; `nil` if there is no limit.
  let textBytes: Int?
}

/// A card that the user proposes.
struct HostProposal: Sendable, Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, room, kind, prices, note, to, collection, lightning
    case lifetime = "lifetime_s"
  }

  let id: CardID
  let room: RoomID
  let kind: CardKind
  let prices: [CardPrice]
  let note: String?
  let to: PersonID?
  let lifetime: Int?
  let collection: CardCollection?
  let lightning: Bool?

  var draft: CardDraft {
    CardDraft(
      kind, prices, note: note, to: to, lifetime: lifetime.map { .seconds($0) } ?? CardDraft.lifetime,
      collection: collection, byLightning: lightning ?? false)
  }

  /// Whether a card was proposed by this line: the same line may come again.
  func made(_ card: Card) -> Bool {
    let (draft, terms) = (draft, card.terms)
    return card.isAuthor && card.room == room && terms.kind == draft.kind && terms.prices == draft.prices
      && terms.note == draft.note && terms.to == draft.to && terms.collection == draft.collection
      && terms.expiresAt.since(terms.createdAt) == draft.lifetime
  }
}

/// Why a line of the host cannot be read, and its number, as far as that could be read.
struct HostLineError: Error {
  let number: UInt32?
  /// What is wrong, without any text of the line.
  let text: String
}

extension HostLine {
  private static let limits = JSONLimits(depth: 8, bytes: LineReader.limit)
  /// The members that hold identifiers, and the most bytes of one. They are stored with each card, whose file has a limit.
  private static let identifiers: Set = ["room", "me", "from", "message", "to", "author", "id", "send", "by"]
  private static let longestIdentifier = 1024

  /// Reads a line and its number, which only `hello` has not.
  static func read(_ bytes: [UInt8], now: Timestamp) throws(HostLineError) -> (number: UInt32, line: HostLine) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: limits)
    } catch {
      throw HostLineError(number: nil, text: "This is not JSON: \(error).")
    }
    let number = value["n"]?.integerValue(as: UInt32.self)
    guard let schema = AgentSchemas.host else { throw HostLineError(number: number, text: "The schema is missing.") }
    if let error = schema.validate(value).first {
      throw HostLineError(number: number, text: "This line does not match the schema of the host's lines: \(error).")
    }
    // The schema takes 1.0 for an integer, which the specification does not.
    guard number != nil || value["type"]?.stringValue == "hello" else {
      throw HostLineError(number: nil, text: "The number of this line is written with a fraction or an exponent.")
    }
    guard !hasLongIdentifier(value) else {
      throw HostLineError(number: number, text: "An identifier is longer than \(longestIdentifier) bytes.")
    }
    do {
      return (number ?? 0, try decode(value, now: now))
    } catch {
      throw HostLineError(number: number, text: "A member of this line has no valid value: \(error).")
    }
  }

  private static func hasLongIdentifier(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object):
      object.members.contains { member in
        if identifiers.contains(member.name), let text = member.value.stringValue {
          return text.utf8.count > longestIdentifier
        }
        return hasLongIdentifier(member.value)
      }
    case .array(let elements): elements.contains(where: hasLongIdentifier)
    default: false
    }
  }

  private static func decode(_ value: JSONValue, now: Timestamp) throws(JSONDecodingError) -> HostLine {
    func text(_ name: String) -> String { value[name]?.stringValue ?? "" }
    func key() throws(JSONDecodingError) -> CardKey { try JSONValueDecoder().decode(from: value["card"] ?? .null) }
    switch text("type") {
    case "hello": return .hello(try JSONValueDecoder().decode(from: value))
    case "room": return .room(try JSONValueDecoder().decode(HostRoom.self, from: value).room)
    case "left": return .left(RoomID(text("room")))
    case "message":
      let content = value["link"]?.stringValue.map { ChatContent(text: text("text"), link: $0) }
      return .message(
        ChatMessage(
          id: MessageID(text("message")), room: RoomID(text("room")), from: PersonID(text("from")),
          content: content ?? ChatContent(plainText: text("text")), sentAt: now))
    case "removed":
      return .removed(
        MessageID(text("message")), in: RoomID(text("room")), by: value["by"]?.stringValue.map { PersonID($0) })
    case "delivery": return .delivery(delivery(value), of: MessageID(text("message")), in: RoomID(text("room")))
    case "connected": return .connection(isUp: true)
    case "sent": return .sent(id: text("send"), .success(MessageID(text("message"))))
    case "not_sent": return .sent(id: text("send"), .failure(refusal(value)))
    case "propose": return .propose(try JSONValueDecoder().decode(from: value))
    case "accept":
      return .accept(
        try key(), currency: value["currency"]?.stringValue, byLightning: value["lightning"]?.boolValue ?? false)
    case "decline": return .decline(try key(), reason: value["reason"]?.stringValue)
    case "cancel": return .cancel(try key(), reason: value["reason"]?.stringValue)
    case "retry": return .retry(value["card"] == nil ? nil : try key())
    case "currencies": return .currencies
    case "split":
      return .split(
        total: try JSONValueDecoder().decode(from: value["total"] ?? .null), currency: text("currency"),
        count: value["count"]?.integerValue(as: Int.self) ?? 0)
    // The schema has no other type than this one.
    default: return .connection(isUp: false)
    }
  }

  private static func delivery(_ value: JSONValue) -> ChatDelivery {
    let words = value["text"]?.stringValue ?? "the chat does not say why"
    return switch value["state"]?.stringValue {
    case "sent": .sent
    case "delivered": .received
    case "delayed": .delayed(words)
    case "failed": .failed(words)
    default: .unknown
    }
  }

  private static func refusal(_ value: JSONValue) -> ChatTransportError {
    switch value["reason"]?.stringValue {
    case "unknown_room": .unknownRoom
    case "unknown_message": .unknownMessage
    case "too_large": .tooLarge(limit: value["limit"]?.integerValue(as: Int.self) ?? 0)
    case "refused": .refused(value["text"]?.stringValue ?? "the chat does not say why")
    default: .disconnected
    }
  }
}

/// A room in the host's words.
private struct HostRoom: Decodable {
  struct Member: Decodable {
    let id: PersonID
    let name: String
  }

  let id: RoomID
  let name: String
  let me: PersonID
  let members: [Member]

  private enum CodingKeys: String, CodingKey {
    case id = "room"
    case name, me, members
  }

  var room: ChatRoom {
    ChatRoom(id: id, name: name, me: me, members: members.map { ChatRoom.Member(id: $0.id, name: $0.name) })
  }
}
