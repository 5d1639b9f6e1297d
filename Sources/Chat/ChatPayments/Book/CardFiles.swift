import Cryptography
import Files
import JSON
import PaymentsModel
import Transport

/// The folder with the cards of one person on one device. Each card has a file, which is always written as a whole.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk. Only one agent at a
/// time can use a folder.
actor CardFiles {
  private static let largest = 1 << 18
  private let queue = QueueLoop(label: "payport.cards")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private var folder: KeptFolder

  init(_ path: String) {
    folder = KeptFolder(path, largest: Self.largest)
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Releases the folder for another agent. This one does not write to it any more.
  func close() { folder.release() }

  /// Reads the contents of all files, by file name.
  func load() throws(KeptFolderError) -> [String: [UInt8]] { try folder.files() }

  /// Writes a file, unless a write of the same file with a higher number was made before.
  func save(_ bytes: [UInt8], as name: String, number: Int) throws(KeptFolderError) {
    try folder.save(bytes, as: name, number: number)
  }

  /// The name of the file that tells how far each room was read. It is no card.
  private static let readRooms = "rooms.read"
  private static let largestReadRooms = 1 << 24

  /// Reads how far each room was read. If the file is missing or damaged, all rooms are read again.
  func loadReadRooms() throws(KeptFolderError) -> [RoomID: Timestamp] {
    guard let bytes = try? folder.open().read(Self.readRooms, limit: Self.largestReadRooms),
      let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.largestReadRooms)),
      let rooms = value.objectValue
    else { return [:] }
    var read: [RoomID: Timestamp] = [:]
    for room in rooms.members {
      if let time = room.value.integerValue(as: Int64.self) { read[RoomID(room.name)] = Timestamp(milliseconds: time) }
    }
    return read
  }

  /// Writes how far each room was read.
  func save(readRooms: [RoomID: Timestamp]) throws(KeptFolderError) {
    let pairs = readRooms.sorted { $0.key.rawValue < $1.key.rawValue }
    let value = JSONValue.object(
      JSONObject(pairs.map { .init(name: $0.key.rawValue, value: .integer($0.value.milliseconds)) }))
    try folder.write(value.encoded(), to: Self.readRooms)
  }
}

/// The content of a card's file.
enum CardFile {
  /// The name of a card's file. It is a hash, because the identifier of an author may contain any character.
  static func name(of key: CardKey) throws -> String {
    let hash = try SHA256.hash(Array(key.author.rawValue.utf8), [0], Array(key.id.rawValue.utf8))
    return Base64URL.encode(hash[..<24]) + ".json"
  }

  static func write(_ card: Card) throws -> [UInt8] { try KeptRecord.bytes(of: card, as: "card") }

  static func read(_ bytes: [UInt8], name: String) throws(KeptFolderError) -> Card {
    try KeptRecord.value(of: "card", in: bytes, file: name)
  }
}
