import ChatPayments
import Cryptography
import JSON
import PaymentsModel

/// The wire format of a person.
struct RelayPersonEntry: Codable, Sendable, Equatable {
  let person: String
  let name: String
}

/// The wire format of a room.
struct RelayRoomEntry: Codable, Sendable, Equatable {
  let room: String
  let name: String
  let members: [RelayPersonEntry]

  func room(me: PersonID) -> ChatRoom {
    ChatRoom(
      id: RoomID(room), name: name, me: me, members: members.map { .init(id: PersonID($0.person), name: $0.name) })
  }
}

/// The format of a message, on the wire and on the disk.
struct RelayMessageEntry: Codable, Sendable, Equatable {
  let room: String
  let message: Int
  let from: String
  var text: String
  /// The link of a card, for apps that show cards.
  var link: String?
  /// The file that the message stands for, if there is one.
  var file: RelayFileEntry?
  let sentAt: Timestamp
  /// Grows by one with each edit of the message; 0 at first.
  var revision: Int

  enum CodingKeys: String, CodingKey {
    case room, message, from, text, link, file
    case sentAt = "sent_at"
    case revision
  }

  /// The size of the message's content in bytes.
  var size: Int { text.utf8.count + (link?.utf8.count ?? 0) }

  var chatMessage: ChatMessage {
    ChatMessage(
      id: MessageID(String(message)), room: RoomID(room), from: PersonID(from),
      content: ChatContent(text: text, link: link), sentAt: sentAt, revision: revision,
      file: file.map { ChatFileInfo(name: text, size: $0.size) })
  }
}

/// The format of a file in a room. The text of the message is the file's name.
struct RelayFileEntry: Codable, Sendable, Equatable {
  /// The size in bytes.
  let size: Int
}

/// The wire format of a file's content.
struct RelayFileContent: Codable, Sendable {
  let name: String
  /// The content in base64url.
  let data: String
}

/// A part of a room's history, the oldest message first.
struct RelayPage: Codable, Sendable {
  let messages: [RelayMessageEntry]
  /// Whether there are later messages.
  let more: Bool
}

extension Encodable {
  /// The value as JSON. Texts and integers, which are all that is encoded here, cannot fail; otherwise it would be
  /// empty.
  var json: JSONValue { (try? JSONBytesEncoder().encodeValue(self)) ?? [:] }
}

/// The proofs by which relay and client show each other that they have read the same discovery file. The client also
/// proves that it holds the key of its name. Each side contributes a nonce of 32 bytes. In the formulas, which are those of
/// chapter 15, L is the label, and nonce_C and nonce_R are the nonces of client and relay. The secret is made anew at each
/// start of the relay.
struct RelayProof {
  static let nonceSize = 32
  private static let label = Array("payport/relay/1 ".utf8)

  let secret: SecretBytes
  let clientNonce: [UInt8]
  let relayNonce: [UInt8]

  /// The relay's proof: HMAC-SHA256(secret, L ‖ "relay\0" ‖ nonce_C ‖ nonce_R).
  func ofRelay() throws(CryptographyError) -> [UInt8] { try code("relay\0") }

  /// The client's proof: HMAC-SHA256(secret, L ‖ "client\0" ‖ nonce_C ‖ nonce_R ‖ person).
  func ofClient(_ person: String) throws(CryptographyError) -> [UInt8] { try code("client\0", person) }

  /// The bytes that the client signs: L ‖ "enter\0" ‖ its proof. Like the proof, the signature is valid only for this
  /// relay, this start and this connection.
  static func signed(_ proof: [UInt8]) -> [UInt8] { label + Array("enter\0".utf8) + proof }

  private func code(_ part: String, _ person: String = "") throws(CryptographyError) -> [UInt8] {
    try HMACSHA256.authenticate(
      Self.label, Array(part.utf8), clientNonce, relayNonce, Array(person.utf8), key: secret)
  }
}
