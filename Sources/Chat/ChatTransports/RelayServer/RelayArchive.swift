import ChatPayments
import Files
import JSON

/// The folder in which a relay stores its data: `people.json`, a file for each room, and the files that were sent. All
/// methods block while they wait for the disk.
struct RelayArchive {
  private static let people = "people.json"
  private static let roomPrefix = "room-"
  private static let filePrefix = "file-"
  private static let largest = 64 << 20
  private var folder: KeptFolder

  /// Opens the folder and locks it until this value is released.
  init(_ path: String) throws(KeptFolderError) {
    folder = KeptFolder(path, largest: Self.largest) { name in
      name.utf8.reversed().starts(with: ".json".utf8.reversed()) || name.utf8.starts(with: Self.filePrefix.utf8)
    }
    _ = try folder.open()
  }

  /// Reads everything that is stored, and removes what a relay that was killed between two writes has left: files whose
  /// message is forgotten, or was never stored.
  mutating func load() throws(KeptFolderError) -> RelayState {
    var people: [String: RelayState.Person] = [:]
    var rooms: [RelayState.Room] = []
    let limits = JSONLimits(bytes: Self.largest)
    for (name, bytes) in try folder.files() {
      if name == Self.people {
        people = try KeptRecord.value(of: "people", in: bytes, file: name, limits: limits)
      } else if name.utf8.starts(with: Self.roomPrefix.utf8) {
        rooms.append(try KeptRecord.value(of: "room", in: bytes, file: name, limits: limits))
      }
    }
    let kept = Set(rooms.flatMap { room in room.files.map { Self.fileName($0, room.id) } })
    let files = try folder.names().filter { $0.utf8.starts(with: Self.filePrefix.utf8) }
    try folder.remove(files.filter { !kept.contains($0) })
    return RelayState(people: people, rooms: rooms)
  }

  /// Stores the people.
  mutating func savePeople(_ people: [String: RelayState.Person]) throws {
    try folder.write(KeptRecord.bytes(of: people, as: "people", style: .compact), to: Self.people)
  }

  /// Stores a room.
  mutating func saveRoom(_ room: RelayState.Room) throws {
    let bytes = try KeptRecord.bytes(of: room, as: "room", style: .compact)
    try folder.write(bytes, to: "\(Self.roomPrefix)\(room.id).json")
  }

  /// Stores a file that was sent to a room.
  mutating func saveFile(_ bytes: [UInt8], of message: Int, in room: String) throws {
    try folder.write(bytes, to: Self.fileName(message, room))
  }

  /// Reads a file that was sent to a room.
  mutating func file(of message: Int, in room: String) throws -> [UInt8] {
    try folder.read(Self.fileName(message, room), limit: RelayLimits.file)
  }

  /// Removes files that were sent to a room.
  mutating func removeFiles(of messages: Set<Int>, in room: String) throws {
    try folder.remove(messages.map { Self.fileName($0, room) })
  }

  private static func fileName(_ message: Int, _ room: String) -> String { "\(filePrefix)\(room)-\(message)" }
}
