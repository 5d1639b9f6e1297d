import ChatPayments
import ChatTransports
import TerminalUI

extension ChatSession {
  /// Removes a conversation that this person can no longer write to. If it was the current one, none is.
  func forget(_ room: RoomID) {
    rooms[room] = nil
    if current == room {
      current = nil
      isPlaceLost = true
    }
  }

  /// Returns the conversation that messages are sent to. If none was chosen, the only conversation is used.
  func currentRoom() async throws -> ChatRoom {
    if let current, let room = rooms[current] { return room }
    // The conversation on the screen has ended. What was typed for it is not sent to the only one that is left.
    guard !isPlaceLost else {
      throw CommandFailure(
        .usage, reason: "no_conversation", localized("The conversation has ended. Whom do you write to?"),
        advice: localized("/to WHO; /people shows who is there."))
    }
    for room in try await network.transport.rooms() { noteRoom(room) }
    if rooms.count == 1, let room = rooms.values.first {
      current = room.id
      return room
    }
    throw CommandFailure(
      .usage, reason: "no_conversation", localized("Whom do you write to?"),
      advice: localized("/to WHO; /people shows who is there."))
  }

  /// The name of the conversation in the prompt; `nil` if none is chosen yet.
  var place: String? {
    let only = rooms.count == 1 && !isPlaceLost ? rooms.values.first : nil
    guard let room = current.flatMap({ rooms[$0] }) ?? only else { return nil }
    return SafeText(title(room), limit: 24).text
  }

  func title(_ room: ChatRoom) -> String {
    room.members.count > 2 ? room.name : room.others.first.map(network.label) ?? room.name
  }

  /// Returns a person and the conversation in which to address them. The current conversation is preferred.
  func find(_ who: String?) async throws -> (room: ChatRoom, person: PersonID) {
    guard let who else {
      let room = try await currentRoom()
      guard room.members.count == 2, let other = room.others.first else {
        throw CommandFailure(.usage, reason: "whom", localized("Whom of \(SafeText(room.name, limit: 40))?"))
      }
      return (room, other.id)
    }
    if let room = current.flatMap({ rooms[$0] }), let person = try Self.match(who, room.members) {
      guard person.id != room.me else { throw Self.yourself }
      return (room, person.id)
    }
    let person = try await self.person(who)
    let room = try await network.room(with: person)
    noteRoom(room)
    return (room, person)
  }

  private func person(_ who: String) async throws -> PersonID {
    let people = try await network.people()
    if let person = try Self.match(who, people) {
      guard person.id != network.me.id else { throw Self.yourself }
      return person.id
    }
    if who.lowercased() == network.label(network.me).lowercased() { throw Self.yourself }
    if let pending = await network.pending().first(where: { $0.name.lowercased() == who.lowercased() }) {
      throw CommandFailure(
        .tryAgain, reason: "not_connected",
        localized(
          "\(SafeText(pending.name, limit: 40)) cannot be written to: \(NetworkWords.shown(pending.reason, limit: 200))."
        ),
        advice: "In \(network.shownName): \(NetworkWords.shown(pending.advice))")
    }
    let names = people.filter { $0.id != network.me.id }.map(network.label)
    let meant = NearestWord.of(who, among: names).map { localized("Is it \(SafeText($0, limit: 40))?") }
    throw CommandFailure(
      .dataError, reason: "unknown_person", localized("There is nobody called \(SafeText(who, limit: 40)) here."),
      advice: meant ?? localized("/people shows who is. \(network.invitation)"))
  }

  private static var yourself: CommandFailure {
    CommandFailure(
      .dataError, reason: "yourself", localized("That is you."), advice: localized("/people shows the others."))
  }

  /// Returns the person who is meant. The transport's identifier takes precedence over the displayed name, which
  /// anybody can choose.
  private static func match(_ who: String, _ people: [ChatRoom.Member]) throws -> ChatRoom.Member? {
    let who = who.lowercased()
    if let exact = people.first(where: { $0.id.rawValue.lowercased() == who }) { return exact }
    let named = people.filter { $0.name.lowercased() == who }
    guard named.count < 2 else {
      throw CommandFailure(
        .dataError, reason: "ambiguous", localized("Several people are called \(SafeText(who, limit: 40))."),
        advice: localized(
          "Which one? \(named.map { SafeText($0.id.rawValue, limit: 64).text }.joined(separator: ", "))"))
    }
    return named.first
  }

  /// Chooses the person or group that messages are sent to from now on.
  func turn(to who: String) async throws {
    for room in try await network.transport.rooms() { noteRoom(room) }
    let named = rooms.values.filter { $0.name.lowercased() == who.lowercased() }
    if let group = named.first(where: { $0.members.count > 2 }) {
      current = group.id
    } else {
      do {
        let room = try await network.room(with: person(who))
        noteRoom(room)
        current = room.id
      } catch {
        // A group in which there is only one other person, as far as is known, goes by its own name too.
        guard let group = named.first else { throw error }
        current = group.id
      }
    }
    say(localized("You write to \(place ?? "")"))
    if let current { await readOnce(current) }
  }

  /// Opens a conversation of several people.
  func beginGroup(_ name: String, with members: [String]) async throws {
    var people: [PersonID] = []
    for member in members { people.append(try await person(member)) }
    let room = try await network.group(name, with: people)
    noteRoom(room)
    current = room.id
    say(
      localized(
        "You write to \(place ?? ""): \(room.others.map { SafeText($0.name, limit: 40).text }.joined(separator: ", "))."
      ))
  }

  /// Shows the people and groups that can be written to.
  func showPeople() async throws {
    for room in try await network.transport.rooms() { noteRoom(room) }
    var table = Table([.init("NAME", overflow: .truncate), .init("", overflow: .wrap)])
    let people = try await network.people().filter { $0.id != network.me.id }
    let namesakes = Dictionary(grouping: people) { network.label($0).lowercased() }
    for person in people {
      let label = network.label(person)
      if namesakes[label.lowercased()]?.count ?? 0 > 1 {
        // The name alone would say nothing about who is written to.
        table.append([label, localized("one of several with that name: /to \(person.id.rawValue)")])
      } else {
        table.append([label, person.name == label ? "" : localized("calls themselves \(person.name)")])
      }
    }
    for room in rooms.values.filter({ $0.members.count > 2 }).sorted(by: { $0.name < $1.name }) {
      table.append([room.name, localized("group of \(room.others.map(\.name).joined(separator: ", "))")])
    }
    for pending in await network.pending() {
      table.append([pending.name, localized("cannot be written to: \(NetworkWords.shown(pending.reason))")])
    }
    guard !table.rows.isEmpty else {
      return say(localized("There is nobody else yet. \(network.invitation)"))
    }
    say(.table(table))
  }
}
