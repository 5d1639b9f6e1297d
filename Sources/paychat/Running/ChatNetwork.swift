import AppTerminal
import ChatPayments
import TerminalUI

/// A chat as a person uses it: beside what cards need, who can be written to.
protocol ChatNetwork: Sendable {
  /// What cards need.
  var transport: any ChatTransport { get }
  /// This person.
  var me: PersonID { get }
  /// How it is called in sentences, such as `the relay demo`.
  var name: String { get }
  /// All who can be written to.
  func people() async throws -> [ChatRoom.Member]
  /// The conversation with somebody.
  func room(with person: PersonID) async throws -> ChatRoom
  /// A conversation of several.
  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom
}

extension ChatNetwork {
  /// Of a network on which conversations are begun elsewhere: those who are in one.
  func people() async throws -> [ChatRoom.Member] {
    var people: [ChatRoom.Member] = []
    for member in try await transport.rooms().flatMap(\.others) where !people.contains(where: { $0.id == member.id }) {
      people.append(member)
    }
    return people
  }

  func room(with person: PersonID) async throws -> ChatRoom {
    let rooms = try await transport.rooms()
    guard let room = rooms.first(where: { $0.members.count == 2 && $0.others.first?.id == person }) else {
      throw CommandFailure(
        .dataError, reason: "no_conversation", "There is no conversation with \(person.rawValue) yet.",
        advice: "Begin it in the chat app, then come back.")
    }
    return room
  }

  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom {
    throw CommandFailure(
      .dataError, reason: "no_groups", "Groups are made in the chat app.", advice: "/to NAME writes to one.")
  }
}
