import ChatPayments
import Files
import JSON
import Transport

/// Remembers in a file which profile of which SimpleX Chat this app works with, by the marks of its rooms (see
/// ``SimpleXPlace/mark``). SimpleX Chat numbers users and rooms from 1 in each of its databases. What is meant for
/// somebody would otherwise go to whoever has the same number in another one.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk.
actor SimpleXRegister {
  private static let fileName = "simplex-profile.json"
  private static let largest = 1 << 24

  private struct Entry {
    var user: Int64
    var name: String
    var marks: [RoomID: String]
  }

  private let queue = QueueLoop(label: "payport.simplex-profile")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private var entry: Entry?
  private var isLoaded = false

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Checks that a profile is the one that is remembered; the first one is remembered.
  ///
  /// - Returns: the rooms that are the same as before or new. A room whose number belongs to somebody else now, as after
  ///   a backup was restored in SimpleX Chat, is left out.
  /// - Throws: ``SimpleXChatError/otherProfile(expected:found:)``, ``SimpleXChatError/files(_:)``.
  func admit(_ user: SimpleXUser, _ places: [SimpleXPlace]) throws(SimpleXChatError) -> [SimpleXPlace] {
    try load()
    guard var known = entry else {
      try save(
        Entry(
          user: user.number, name: user.name,
          marks: Dictionary(places.map { ($0.room.id, $0.mark) }, uniquingKeysWith: { first, _ in first })))
      return places
    }
    let same = places.filter { known.marks[$0.room.id] == $0.mark }
    guard known.user == user.number, known.marks.isEmpty || !same.isEmpty else {
      throw .otherProfile(expected: known.name, found: user.name)
    }
    let new = places.filter { known.marks[$0.room.id] == nil }
    if !new.isEmpty || known.name != user.name {
      for place in new { known.marks[place.room.id] = place.mark }
      known.name = user.name
      try save(known)
    }
    return places.filter { known.marks[$0.room.id] == $0.mark }
  }

  /// Checks one room, and remembers it if it is new.
  ///
  /// - Returns: whether it is the same room as before, or new.
  /// - Throws: ``SimpleXChatError/files(_:)``.
  func admit(_ place: SimpleXPlace) throws(SimpleXChatError) -> Bool {
    guard var known = entry else { return false }
    if let mark = known.marks[place.room.id] { return mark == place.mark }
    known.marks[place.room.id] = place.mark
    try save(known)
    return true
  }

  /// The mark of a room that is remembered.
  func mark(of room: RoomID) -> String? { entry?.marks[room] }

  private func load() throws(SimpleXChatError) {
    guard !isLoaded else { return }
    let bytes: [UInt8]
    do throws(PrivateFileError) {
      bytes = try PrivateFolder(creating: path).read(Self.fileName, limit: Self.largest)
    } catch {
      guard error == .missing else { throw .files(error) }
      isLoaded = true
      return
    }
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.largest)),
      value["v"]?.integerValue() == 1, let user = value["user"]?.integerValue(as: Int64.self),
      let rooms = value["rooms"]?.objectValue
    else { throw .damaged(path + "/" + Self.fileName) }
    var marks: [RoomID: String] = [:]
    for room in rooms.members { marks[RoomID(room.name)] = room.value.stringValue }
    entry = Entry(user: user, name: value["name"]?.stringValue ?? "", marks: marks)
    isLoaded = true
  }

  private func save(_ new: Entry) throws(SimpleXChatError) {
    let rooms = new.marks.sorted { $0.key.rawValue < $1.key.rawValue }
    let value: JSONValue = [
      "v": 1, "user": .integer(new.user), "name": .string(new.name),
      "rooms": .object(JSONObject(rooms.map { .init(name: $0.key.rawValue, value: .string($0.value)) })),
    ]
    do throws(PrivateFileError) {
      try PrivateFolder(creating: path).write(value.encoded(), to: Self.fileName, replacing: true)
    } catch {
      throw .files(error)
    }
    entry = new
  }
}
