import Cryptography
public import Files
import JSON
import PaymentsModel
import Transport

/// Why the cards of a person cannot be stored or read. Nothing is done for a card that cannot be stored.
public enum CardFilesError: Error, Sendable, Hashable {
  /// A file or the folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// A file does not hold a card.
  case damaged(name: String)
  /// The folder is used by another agent, perhaps in another process, or this agent has already released it.
  case inUse
}

/// The folder with the cards of one person on one device. Each card has a file, which is always written as a whole.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk. Only one agent at a
/// time can use a folder.
actor CardFiles {
  private static let largest = 1 << 18
  private let queue = QueueLoop(label: "payport.cards")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private var folder: PrivateFolder?
  private var isClosed = false
  private var written: [String: Int] = [:]

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  private func open() throws(CardFilesError) -> PrivateFolder {
    if let folder { return folder }
    guard !isClosed else { throw .inUse }
    let opened: PrivateFolder
    let isFree: Bool
    do throws(PrivateFileError) {
      opened = try PrivateFolder(creating: path)
      isFree = try opened.claim()
    } catch {
      throw .file(name: path, error)
    }
    // Two agents in one folder would overwrite each other's cards.
    guard isFree else { throw .inUse }
    folder = opened
    return opened
  }

  /// Releases the folder for another agent. This one does not write to it any more.
  func close() {
    folder = nil
    isClosed = true
  }

  /// Reads the contents of all files, by file name.
  func load() throws(CardFilesError) -> [String: [UInt8]] {
    let folder = try open()
    var contents: [String: [UInt8]] = [:]
    let names: [String]
    do throws(PrivateFileError) { names = try folder.names() } catch { throw .file(name: path, error) }
    for name in names
    where name.utf8.reversed().starts(with: ".json".utf8.reversed()) && !name.utf8.starts(with: ".".utf8) {
      do throws(PrivateFileError) {
        contents[name] = try folder.read(name, limit: Self.largest)
      } catch {
        throw .file(name: name, error)
      }
    }
    return contents
  }

  /// The name of the file that tells how far each room was read. It is no card.
  private static let readRooms = "rooms.read"
  private static let largestReadRooms = 1 << 24

  /// Reads how far each room was read. If the file is missing or damaged, all rooms are read again.
  func loadReadRooms() throws(CardFilesError) -> [RoomID: Timestamp] {
    let folder = try open()
    guard let bytes = try? folder.read(Self.readRooms, limit: Self.largestReadRooms),
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
  func save(readRooms: [RoomID: Timestamp]) throws(CardFilesError) {
    let folder = try open()
    let pairs = readRooms.sorted { $0.key.rawValue < $1.key.rawValue }
    let value = JSONValue.object(
      JSONObject(pairs.map { .init(name: $0.key.rawValue, value: .integer($0.value.milliseconds)) }))
    do throws(PrivateFileError) {
      try folder.write(value.encoded(), to: Self.readRooms, replacing: true)
    } catch {
      throw .file(name: Self.readRooms, error)
    }
  }

  /// Writes a file, unless a write of the same file with a higher number was made before.
  func save(_ bytes: [UInt8], as name: String, number: Int) throws(CardFilesError) {
    guard written[name].map({ $0 < number }) ?? true else { return }
    // A file that could not be read again would keep all other cards from being read.
    guard bytes.count <= Self.largest else { throw .file(name: name, .tooLarge(limit: Self.largest)) }
    let folder = try open()
    do throws(PrivateFileError) {
      try folder.write(bytes, to: name, replacing: true)
    } catch {
      throw .file(name: name, error)
    }
    written[name] = number
  }
}

/// The content of a card's file.
enum CardFile {
  private static let version = 1

  /// The name of a card's file. It is a hash, because the identifier of an author may contain any character.
  static func name(of key: CardKey) throws -> String {
    let hash = try SHA256.hash(Array(key.author.rawValue.utf8), [0], Array(key.id.rawValue.utf8))
    return Base64URL.encode(hash[..<24]) + ".json"
  }

  static func write(_ card: Card) throws -> [UInt8] {
    let value = try JSONBytesEncoder().encodeValue(card)
    return JSONValue.object(["v": .integer(version), "card": value]).encoded(style: .pretty)
  }

  static func read(_ bytes: [UInt8], name: String) throws(CardFilesError) -> Card {
    do {
      let value = try JSONValue(parsing: bytes)
      // A file of a later version is refused, because its meaning is not known.
      guard value["v"]?.integerValue(as: Int.self) == version, let card = value["card"] else {
        throw CardFilesError.damaged(name: name)
      }
      return try JSONValueDecoder().decode(from: card)
    } catch {
      throw .damaged(name: name)
    }
  }
}
