import Files
import JSON

/// The folder in which a relay stores its data: `people.json`, a file for each room, and the files that were sent. Each
/// is written as a whole. All methods block while they wait for the disk.
struct RelayArchive {
  private struct People: Codable {
    let v: Int
    let people: [String: RelayState.Person]
  }

  private struct Room: Codable {
    let v: Int
    let room: RelayState.Room
  }

  private static let version = 1
  private static let people = "people.json"
  private static let roomPrefix = "room-"
  private static let filePrefix = "file-"
  private static let largest = 64 << 20
  private let folder: PrivateFolder

  /// Opens the folder and locks it until this value is released.
  init(_ path: String) throws(RelayServerError) {
    do throws(PrivateFileError) {
      folder = try PrivateFolder(creating: path)
      guard try folder.claim() else { throw PrivateFileError.exists }
    } catch {
      throw error == .exists ? .alreadyRuns : .file(name: path, error)
    }
  }

  /// Reads everything that is stored.
  func load() throws(RelayServerError) -> RelayState {
    var people: [String: RelayState.Person] = [:]
    var rooms: [RelayState.Room] = []
    for name in try names() {
      if name == Self.people {
        let file: People = try read(name)
        guard file.v == Self.version else { throw .damaged(name: name) }
        people = file.people
      } else if name.utf8.starts(with: Self.roomPrefix.utf8), name.utf8.reversed().starts(with: ".json".utf8.reversed())
      {
        let file: Room = try read(name)
        guard file.v == Self.version else { throw .damaged(name: name) }
        rooms.append(file.room)
      }
    }
    try removeFiles(except: Set(rooms.flatMap { room in room.files.map { Self.fileName($0, room.id) } }))
    return RelayState(people: people, rooms: rooms)
  }

  /// Stores the people.
  func save(_ people: [String: RelayState.Person]) throws(PrivateFileError) {
    try folder.write(People(v: Self.version, people: people).json.encoded(), to: Self.people, replacing: true)
  }

  /// Stores a room.
  func save(_ room: RelayState.Room) throws(PrivateFileError) {
    try folder.write(
      Room(v: Self.version, room: room).json.encoded(), to: "\(Self.roomPrefix)\(room.id).json", replacing: true)
  }

  /// Stores a file that was sent to a room.
  func saveFile(_ bytes: [UInt8], of message: Int, in room: String) throws(PrivateFileError) {
    try folder.write(bytes, to: Self.fileName(message, room), replacing: true)
  }

  /// Reads a file that was sent to a room.
  func file(of message: Int, in room: String) throws(PrivateFileError) -> [UInt8] {
    try folder.read(Self.fileName(message, room), limit: RelayLimits.file)
  }

  /// Removes a file that was sent to a room.
  func removeFile(of message: Int, in room: String) throws(PrivateFileError) {
    try folder.remove(Self.fileName(message, room))
  }

  /// Removes what a relay that was killed between two writes has left: files whose message is forgotten, or was never
  /// stored.
  private func removeFiles(except kept: Set<String>) throws(RelayServerError) {
    do throws(PrivateFileError) {
      for name in try folder.names() where name.utf8.starts(with: Self.filePrefix.utf8) && !kept.contains(name) {
        try folder.remove(name)
      }
    } catch {
      throw .file(name: folder.path, error)
    }
  }

  private static func fileName(_ message: Int, _ room: String) -> String { "\(filePrefix)\(room)-\(message)" }

  private func names() throws(RelayServerError) -> [String] {
    do throws(PrivateFileError) {
      try folder.removeLeftovers {
        $0.utf8.reversed().starts(with: ".json".utf8.reversed()) || $0.utf8.starts(with: Self.filePrefix.utf8)
      }
      return try folder.names()
    } catch {
      throw .file(name: folder.path, error)
    }
  }

  private func read<Value: Decodable>(_ name: String) throws(RelayServerError) -> Value {
    let bytes: [UInt8]
    do throws(PrivateFileError) { bytes = try folder.read(name, limit: Self.largest) } catch {
      throw .file(name: name, error)
    }
    do {
      return try JSONValueDecoder().decode(
        from: JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.largest)))
    } catch {
      throw .damaged(name: name)
    }
  }
}
