import Cryptography
package import Files
import JSON
import KeyStorage
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import Transport

/// Why the folder of the messaging service cannot be used. Where something cannot be written, the service does not do
/// it.
package enum MessageStoreError: Error, Sendable, Hashable {
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The content of a file is not what it should be.
  case damaged(name: String)
  /// Another process uses the folder.
  case inUse
  /// The key of the service cannot be opened; the text gives the reason.
  case key(String)
}

/// The folder of the messaging service. It holds the service's key, the approved apps, the messages with copies of
/// their files, and the folders in which apps leave files.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk.
actor MessageStore {
  private static let largest = 1 << 18
  private let queue = QueueLoop(label: "payport.messages")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  /// The path of the folder `.services`.
  nonisolated let services: String
  private let path: String
  private var folders: Folders?
  private var isClosed = false

  private struct Folders {
    let root: PrivateFolder
    let apps: PrivateFolder
    let messages: PrivateFolder
    let attachments: PrivateFolder
  }

  init(_ path: String) {
    self.path = path
    services = path + "/.services"
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  private func open() throws(MessageStoreError) -> Folders {
    if let folders { return folders }
    guard !isClosed else { throw .inUse }
    let root = try Self.folder(path)
    let isFree: Bool
    do throws(PrivateFileError) { isFree = try root.claim() } catch { throw .file(name: path, error) }
    // Two processes in one folder would overwrite each other's messages.
    guard isFree else { throw .inUse }
    let opened = Folders(
      root: root, apps: try Self.folder(path + "/apps"), messages: try Self.folder(path + "/messages"),
      attachments: try Self.folder(path + "/attachments"))
    folders = opened
    return opened
  }

  private static func folder(_ path: String) throws(MessageStoreError) -> PrivateFolder {
    do throws(PrivateFileError) { return try PrivateFolder(creating: path) } catch {
      throw .file(name: path, error)
    }
  }

  /// Releases the folder, so that another process can use it.
  func close() {
    folders = nil
    isClosed = true
  }

  // MARK: Apps and messages

  func identity() throws(MessageStoreError) -> Ed25519.SigningKey {
    let keys = KeyManager(in: try open().root, label: "Payport key of the chat")
    do throws(KeyStoreError) { return try keys.open() } catch { throw .key("\(error)") }
  }

  func apps() throws(MessageStoreError) -> [MessagingApp] {
    var apps: [MessagingApp] = []
    for (name, value) in try values(in: try open().apps) {
      guard let app = value.objectValue.flatMap({ MessagingApp($0) }) else { throw .damaged(name: name) }
      apps.append(app)
    }
    return apps
  }

  func save(_ app: MessagingApp) throws(MessageStoreError) {
    try write(.object(app.object), to: app.key.rawValue + ".json", in: try open().apps)
  }

  func remove(_ app: AppKey) throws(MessageStoreError) {
    let apps = try open().apps
    try Self.remove(app.rawValue + ".json", in: apps)
    do throws(PrivateFileError) { try apps.synchronize() } catch { throw .file(name: app.rawValue, error) }
  }

  func messages() throws(MessageStoreError) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for (name, value) in try values(in: try open().messages) {
      do {
        guard value["v"]?.integerValue(as: Int.self) == 1, let message = value["message"] else {
          throw MessageStoreError.damaged(name: name)
        }
        messages.append(try JSONValueDecoder().decode(OutgoingMessage.self, from: message))
      } catch {
        throw .damaged(name: name)
      }
    }
    return messages
  }

  /// Writes a whole message. The copies of its files must have been stored before.
  func save(_ message: OutgoingMessage) throws(MessageStoreError) {
    let name = message.id.rawValue + ".json"
    let value: JSONValue
    do { value = try JSONBytesEncoder().encodeValue(message) } catch { throw .damaged(name: name) }
    try write(["v": 1, "message": value], to: name, in: try open().messages)
  }

  // MARK: Files

  /// Stores a copy of a file.
  func keep(_ bytes: [UInt8], as number: Int, of id: PaymentMessageID) throws(MessageStoreError) {
    let name = Self.attachment(number, of: id)
    let folder = try open().attachments
    do throws(PrivateFileError) { try folder.write(bytes, to: name, replacing: true) } catch {
      throw .file(name: name, error)
    }
  }

  /// The copy of a file.
  func attachment(_ number: Int, of message: OutgoingMessage) throws(MessageStoreError) -> [UInt8] {
    let name = Self.attachment(number, of: message.id)
    let folder = try open().attachments
    do throws(PrivateFileError) { return try folder.read(name, limit: MessageRules.largestFile) } catch {
      throw .file(name: name, error)
    }
  }

  /// Removes the copies of a message's files.
  func removeAttachments(_ count: Int, of id: PaymentMessageID) throws(MessageStoreError) {
    let folder = try open().attachments
    for number in 0..<count { try Self.remove(Self.attachment(number, of: id), in: folder) }
  }

  /// Removes copies of files that belong to no message. A crash can leave such copies behind.
  func removeOrphans(keeping messages: [OutgoingMessage]) throws(MessageStoreError) {
    let folder = try open().attachments
    let wanted = Set(messages.flatMap { message in message.files.indices.map { Self.attachment($0, of: message.id) } })
    for name in try Self.names(in: folder) where !wanted.contains(name) { try Self.remove(name, in: folder) }
  }

  private static func attachment(_ number: Int, of id: PaymentMessageID) -> String { "\(id.rawValue).\(number)" }

  /// The name of the folder in which an app leaves files.
  static func folderName(of app: AppKey) throws(CryptographyError) -> String {
    Base64URL.encode(try SHA256.hash(Array(app.rawValue.utf8))[..<15])
  }

  /// The folder in which an app leaves files. It is created if it does not exist.
  func submissions(of app: AppKey) throws(MessageStoreError) -> PrivateFolder {
    let name: String
    do throws(CryptographyError) { name = try Self.folderName(of: app) } catch { throw .key("\(error)") }
    _ = try open()
    return try Self.folder(services + "/" + MessagingMethods.service + "/files/" + name)
  }

  // MARK: JSON in files

  private func values(in folder: PrivateFolder) throws(MessageStoreError) -> [(name: String, value: JSONValue)] {
    var values: [(String, JSONValue)] = []
    for name in try Self.names(in: folder)
    where name.utf8.reversed().starts(with: ".json".utf8.reversed()) && !name.utf8.starts(with: ".".utf8) {
      let bytes: [UInt8]
      do throws(PrivateFileError) { bytes = try folder.read(name, limit: Self.largest) } catch {
        throw .file(name: name, error)
      }
      do throws(JSONParseError) { values.append((name, try JSONValue(parsing: bytes))) } catch {
        throw .damaged(name: name)
      }
    }
    return values
  }

  private func write(_ value: JSONValue, to name: String, in folder: PrivateFolder) throws(MessageStoreError) {
    do throws(PrivateFileError) {
      try folder.write(value.encoded(style: .pretty), to: name, replacing: true)
    } catch {
      throw .file(name: name, error)
    }
  }

  private static func remove(_ name: String, in folder: PrivateFolder) throws(MessageStoreError) {
    do throws(PrivateFileError) { try folder.remove(name) } catch { throw .file(name: name, error) }
  }

  private static func names(in folder: PrivateFolder) throws(MessageStoreError) -> [String] {
    do throws(PrivateFileError) { return try folder.names() } catch { throw .file(name: folder.path, error) }
  }
}
