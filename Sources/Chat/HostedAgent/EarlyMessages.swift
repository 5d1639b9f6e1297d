import ChatPayments
import Cryptography
import Files
import JSON
import PaymentsModel
import Transport

/// The messages of cards whose proposal has not arrived yet. The host may forget a message once it was acknowledged, so
/// those that wait are on the disk. Each has a file; of too many, the oldest of this run is forgotten.
actor EarlyMessages {
  private static let most = 256
  private static let largest = 1 << 16

  private let queue = QueueLoop(label: "payport.early")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private var folder: PrivateFolder?
  private var messages: [(name: String, message: ChatMessage)] = []

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Reads what waits.
  ///
  /// - Throws: `KeptFolderError`.
  func load() throws {
    do throws(PrivateFileError) {
      let folder = try PrivateFolder(creating: path)
      self.folder = folder
      for name in try folder.names().sorted() where name.utf8.reversed().starts(with: ".json".utf8.reversed()) {
        guard let message = Self.read(name, in: folder) else { continue }
        messages.append((name, message))
      }
    } catch {
      throw KeptFolderError.file(name: path, error)
    }
  }

  /// Reads a message; `nil` if its file cannot be read. One step of one card is then missing, which must not keep all
  /// other cards from being shown.
  private static func read(_ name: String, in folder: PrivateFolder) -> ChatMessage? {
    guard let bytes = try? folder.read(name, limit: largest), let value = try? JSONValue(parsing: bytes) else {
      return nil
    }
    return try? JSONValueDecoder().decode(EarlyMessage.self, from: value).message
  }

  /// What waits in a room.
  func all(in room: RoomID) -> [ChatMessage] { messages.filter { $0.message.room == room }.map(\.message) }

  /// Stores a message.
  ///
  /// - Throws: `KeptFolderError`.
  func keep(_ message: ChatMessage) throws {
    let name = try Self.name(of: message)
    do {
      let bytes = try JSONBytesEncoder().encode(EarlyMessage(message))
      guard bytes.count <= Self.largest else {
        throw FailureDescription(reason: "malformed", text: "The message is too long to be kept.")
      }
      try folder?.write(bytes, to: name, replacing: true)
      messages.removeAll { $0.name == name }
      messages.append((name, message))
      if messages.count > Self.most { try folder?.remove(messages.removeFirst().name) }
    } catch let error as PrivateFileError {
      throw KeptFolderError.file(name: path, error)
    }
  }

  /// Removes a message whose proposal has arrived. If that fails, it is heard once more after the next start, which has
  /// no effect.
  func remove(_ message: ChatMessage) {
    guard let name = try? Self.name(of: message) else { return }
    messages.removeAll { $0.name == name }
    try? folder?.remove(name)
  }

  /// Removes a message that somebody has removed from the chat for everybody.
  ///
  /// - Throws: `KeptFolderError`.
  func forget(_ message: MessageID, in room: RoomID) throws {
    guard let index = messages.firstIndex(where: { $0.message.id == message && $0.message.room == room }) else {
      return
    }
    do {
      try folder?.remove(messages[index].name)
    } catch {
      throw KeptFolderError.file(name: path, error)
    }
    messages.remove(at: index)
  }

  private static func name(of message: ChatMessage) throws -> String {
    let hash = try SHA256.hash(Array(message.room.rawValue.utf8), [0], Array(message.id.rawValue.utf8))
    return Base64URL.encode(hash[..<24]) + ".json"
  }
}

/// A message as it is stored. Its text is not, because a card is read from the link.
private struct EarlyMessage: Codable {
  let id: MessageID
  let room: RoomID
  let from: PersonID
  let link: String
  let at: Timestamp

  init(_ message: ChatMessage) {
    (id, room, from, link) = (message.id, message.room, message.from, message.content.link ?? "")
    at = message.sentAt
  }

  var message: ChatMessage {
    ChatMessage(id: id, room: room, from: from, content: ChatContent(text: "", link: link), sentAt: at)
  }
}
