import ChatPayments
import Cryptography
import Files
import JSON
import KeyStorage
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import Transport

/// The folder of the messaging service. It holds the service's key, the approved apps, the messages with copies of
/// their files, and the folders in which apps leave files.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk.
actor MessageStore {
  private static let apps = "apps"
  private static let messages = "messages"
  private static let attachments = "attachments"

  private let queue = QueueLoop(label: "payport.messages")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  /// The path of the folder `.services`.
  nonisolated let services: String
  private var folder: KeptFolder

  init(_ path: String) {
    folder = KeptFolder(path, largest: 1 << 18)
    services = path + "/.services"
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Releases the folder, so that another process can use it.
  func close() { folder.release() }

  /// The key of the service.
  ///
  /// - Throws: `KeptFolderError`, `KeyStoreError`.
  func identity() throws -> Ed25519.SigningKey {
    try KeyManager(in: folder.open(), label: "Payport key of the chat").open()
  }

  // MARK: Apps and messages

  func apps() throws(KeptFolderError) -> [MessagingApp] {
    var apps: [MessagingApp] = []
    for (name, bytes) in try folder.files(inside: Self.apps) {
      guard let app = (try? JSONValue(parsing: bytes))?.objectValue.flatMap({ MessagingApp($0) }) else {
        throw .damaged(name: name)
      }
      apps.append(app)
    }
    return apps
  }

  func saveApp(_ app: MessagingApp) throws(KeptFolderError) {
    let bytes = JSONValue.object(app.object).encoded(style: .pretty)
    try folder.write(bytes, to: app.key.rawValue + ".json", inside: Self.apps)
  }

  func removeApp(_ app: AppKey) throws(KeptFolderError) {
    try folder.remove([app.rawValue + ".json"], inside: Self.apps)
  }

  func messages() throws(KeptFolderError) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for (name, bytes) in try folder.files(inside: Self.messages) {
      messages.append(try KeptRecord.value(of: "message", in: bytes, file: name))
    }
    return messages
  }

  /// Writes a whole message. The copies of its files must have been stored before.
  func saveMessage(_ message: OutgoingMessage) throws {
    let bytes = try KeptRecord.bytes(of: message, as: "message")
    try folder.write(bytes, to: message.id.rawValue + ".json", inside: Self.messages)
  }

  // MARK: Files

  /// Stores a copy of a file.
  func saveAttachment(_ bytes: [UInt8], as number: Int, of id: PaymentMessageID) throws(KeptFolderError) {
    try folder.write(bytes, to: Self.attachment(number, of: id), inside: Self.attachments)
  }

  /// The copy of a file.
  func attachment(_ number: Int, of message: OutgoingMessage) throws(KeptFolderError) -> [UInt8] {
    let name = Self.attachment(number, of: message.id)
    return try folder.read(name, limit: MessageRules.largestFile, inside: Self.attachments)
  }

  /// Removes the copies of a message's files.
  func removeAttachments(_ count: Int, of id: PaymentMessageID) throws(KeptFolderError) {
    try folder.remove((0..<count).map { Self.attachment($0, of: id) }, inside: Self.attachments)
  }

  /// Removes copies of files that belong to no message. A crash can leave such copies behind.
  func removeOrphans(keeping messages: [OutgoingMessage]) throws(KeptFolderError) {
    let wanted = Set(messages.flatMap { message in message.files.indices.map { Self.attachment($0, of: message.id) } })
    let orphans = try folder.names(inside: Self.attachments).filter { !wanted.contains($0) }
    try folder.remove(orphans, inside: Self.attachments)
  }

  private static func attachment(_ number: Int, of id: PaymentMessageID) -> String { "\(id.rawValue).\(number)" }

  /// The name of the folder in which an app leaves files.
  static func folderName(of app: AppKey) throws(CryptographyError) -> String {
    Base64URL.encode(try SHA256.hash(Array(app.rawValue.utf8))[..<15])
  }

  /// The folder in which an app leaves files. It is created if it does not exist.
  func submissions(of app: AppKey) throws -> PrivateFolder {
    try folder.open(inside: ".services/" + MessagingMethods.service + "/files/" + Self.folderName(of: app))
  }
}
