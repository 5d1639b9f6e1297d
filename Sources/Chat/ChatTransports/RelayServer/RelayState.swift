import PaymentsModel

/// The data of a relay: people, rooms and messages, without side effects. Each change returns what is new, and changes
/// nothing if it throws.
struct RelayState: Sendable {
  /// A person who owns a name.
  struct Person: Codable, Sendable, Equatable {
    /// The Ed25519 public key that proves the ownership, in base64url.
    let key: String
    /// The name that others see.
    var name: String
  }

  /// A room.
  struct Room: Codable, Sendable, Equatable {
    let id: String
    /// The name of the room; empty for a room of two.
    let name: String
    let members: [String]
    var messages: [RelayMessageEntry] = []
    var lastMessage = 0

    /// The files that are kept, by the numbers of their messages.
    var files: Set<Int> { Set(messages.lazy.filter { $0.file != nil }.map(\.message)) }
    /// The total size of the files in bytes.
    var fileBytes: Int { messages.reduce(0) { $0 + ($1.file?.size ?? 0) } }
  }

  private(set) var people: [String: Person] = [:]
  private(set) var rooms: [String: Room] = [:]

  init(people: [String: Person] = [:], rooms: [Room] = []) {
    self.people = people
    for room in rooms { self.rooms[room.id] = room }
  }

  // MARK: People

  /// Admits a person who has proven a key. A new name belongs to that key from now on.
  mutating func enter(_ person: String, key: String, name: String) throws(RelayRefusal) {
    guard RelayLimits.isPerson(person), (1...RelayLimits.displayedName).contains(name.utf8.count) else {
      throw .invalidName
    }
    if let known = people[person] {
      guard known.key == key else { throw .nameTaken }
    } else if people.count >= RelayLimits.people {
      throw .tooMany
    }
    people[person] = Person(key: key, name: name)
  }

  /// All people, sorted by name.
  var everybody: [RelayPersonEntry] { people.keys.sorted().map(entry) }

  // MARK: Rooms

  /// Returns the rooms of a person, sorted by the name of the room.
  func rooms(of person: String) -> [Room] {
    rooms.values.filter { $0.members.contains(person) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Returns the room with this name and exactly these members. If there is none, it is opened with the given
  /// identifier.
  mutating func open(_ id: String, name: String, by person: String, with others: [String]) throws(RelayRefusal) -> Room
  {
    var members = [person]
    for other in others where !members.contains(other) {
      guard people[other] != nil else { throw .unknownPerson }
      members.append(other)
    }
    guard members.count > 1 else { throw .unknownPerson }
    guard name.utf8.count <= RelayLimits.displayedName else { throw .invalidName }
    let room = rooms(of: person).first { $0.name == name && Set($0.members) == Set(members) }
    if let room { return room }
    guard members.count <= RelayLimits.members, rooms.count < RelayLimits.rooms else { throw .tooMany }
    let opened = Room(id: id, name: name, members: members)
    rooms[id] = opened
    return opened
  }

  /// Returns a room that the person is a member of.
  func room(_ id: String, of person: String) throws(RelayRefusal) -> Room {
    guard let room = rooms[id], room.members.contains(person) else { throw .unknownRoom }
    return room
  }

  /// Returns the wire format of a room. A room without a name gets the names of its members.
  func entry(_ room: Room) -> RelayRoomEntry {
    let members = room.members.map(entry)
    let name = room.name.isEmpty ? members.map(\.name).joined(separator: ", ") : room.name
    return RelayRoomEntry(room: room.id, name: name, members: members)
  }

  private func entry(_ person: String) -> RelayPersonEntry {
    RelayPersonEntry(person: person, name: people[person]?.name ?? person)
  }

  // MARK: Messages

  /// Adds a message.
  mutating func send(
    _ words: RelayWords, file: RelayFileEntry? = nil, by person: String, at now: Timestamp
  ) throws(RelayRefusal) -> RelayMessageEntry {
    var room = try room(words.room, of: person)
    room.lastMessage += 1
    let message = RelayMessageEntry(
      room: room.id, message: room.lastMessage, from: person, text: words.text, link: words.link, file: file,
      sentAt: now, revision: 0)
    guard message.size <= RelayLimits.message else { throw .tooLarge }
    if let file {
      guard (1...RelayLimits.file).contains(file.size) else { throw .tooLarge }
      guard room.fileBytes + file.size <= RelayLimits.files else { throw .tooMany }
    }
    room.messages.append(message)
    room.messages.removeFirst(max(0, room.messages.count - RelayLimits.history))
    rooms[room.id] = room
    return message
  }

  /// Edits a message of a person in place. If the relay no longer has the message, a new one is added.
  mutating func edit(
    _ number: Int, _ words: RelayWords, by person: String, at now: Timestamp
  ) throws(RelayRefusal) -> RelayMessageEntry {
    let room = try room(words.room, of: person)
    guard let oldest = room.messages.first?.message, (1...room.lastMessage).contains(number) else {
      throw .unknownMessage
    }
    guard number >= oldest else { return try send(words, by: person, at: now) }
    guard let index = room.messages.firstIndex(where: { $0.message == number && $0.from == person }) else {
      throw .unknownMessage
    }
    var message = room.messages[index]
    // Its text is the name of the file.
    guard message.file == nil else { throw .unknownMessage }
    message.text = words.text
    message.link = words.link
    message.revision += 1
    guard message.size <= RelayLimits.message else { throw .tooLarge }
    rooms[room.id]?.messages[index] = message
    return message
  }

  /// Returns the messages of a room after a number, as many as fit into one answer.
  func history(of id: String, after number: Int, for person: String) throws(RelayRefusal) -> RelayPage {
    let later = try room(id, of: person).messages.drop { $0.message <= number }
    var size = 0
    let page = later.prefix { message in
      size += message.size
      return size <= RelayLimits.page
    }
    return RelayPage(messages: Array(page), more: page.count < later.count)
  }
}

/// The content of a message, and its room.
struct RelayWords: Codable, Sendable {
  let room: String
  let text: String
  let link: String?
}
