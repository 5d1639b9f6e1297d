import PaymentsModel

/// What a relay knows: people, rooms and messages. Pure; each change answers what is new, and changes nothing where it
/// throws.
struct RelayState: Sendable {
  /// Somebody to whom a name belongs.
  struct Person: Codable, Sendable, Equatable {
    /// The Ed25519 public key that proves it, in base64url.
    let key: String
    /// What others are shown.
    var name: String
  }

  /// A room.
  struct Room: Codable, Sendable, Equatable {
    let id: String
    /// Empty for a room of two.
    let name: String
    let members: [String]
    var messages: [RelayMessageEntry] = []
    var lastMessage = 0

    /// The files that are kept, by the numbers of their messages.
    var files: Set<Int> { Set(messages.lazy.filter { $0.file != nil }.map(\.message)) }
    /// Bytes of all of them.
    var fileBytes: Int { messages.reduce(0) { $0 + ($1.file?.size ?? 0) } }
  }

  private(set) var people: [String: Person] = [:]
  private(set) var rooms: [String: Room] = [:]

  init(people: [String: Person] = [:], rooms: [Room] = []) {
    self.people = people
    for room in rooms { self.rooms[room.id] = room }
  }

  // MARK: People

  /// Lets somebody in who holds a key; a new name is theirs from now on.
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

  /// All people, by name.
  var everybody: [RelayPersonEntry] { people.keys.sorted().map(entry) }

  // MARK: Rooms

  /// The rooms of a person, by name of the room.
  func rooms(of person: String) -> [Room] {
    rooms.values.filter { $0.members.contains(person) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The room of this name and exactly these members, opened under this id where there is none.
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

  /// A room of a person's.
  func room(_ id: String, of person: String) throws(RelayRefusal) -> Room {
    guard let room = rooms[id], room.members.contains(person) else { throw .unknownRoom }
    return room
  }

  /// As it travels. A room without a name is called after its members.
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

  /// Changes a message of a person's in place; one that is forgotten is said anew.
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
    message.text = words.text
    message.link = words.link
    message.revision += 1
    guard message.size <= RelayLimits.message else { throw .tooLarge }
    rooms[room.id]?.messages[index] = message
    return message
  }

  /// The messages of a room after a number, as many as fit into one answer.
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

/// What somebody wants to say, and where.
struct RelayWords: Codable, Sendable {
  let room: String
  let text: String
  let link: String?
}
