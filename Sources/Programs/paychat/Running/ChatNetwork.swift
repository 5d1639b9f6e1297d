import ChatPayments
import ChatTransports

/// A chat network as a person uses it. In addition to what cards need, it knows who can be written to.
protocol ChatNetwork: Sendable {
  /// The transport for cards and messages.
  var transport: any ChatTransport { get }
  /// A sentence that tells how other people join the network.
  var invitation: String { get }
  /// This person in conversations of two.
  var me: ChatRoom.Member { get }
  /// Whether people know each other by their ``PersonID``. Otherwise it means nothing to people, and displayed names
  /// are unique.
  var hasNamesForIDs: Bool { get }
  /// The name of the network at the beginning of a sentence, for example `The relay demo`. It is in English, because a
  /// till keeps it.
  var name: String { get }
  /// Returns all people who can be written to.
  func people() async throws -> [ChatRoom.Member]
  /// Returns the contacts and groups to which nothing can be sent yet, or any more.
  func pending() async -> [SimpleXPending]
  /// Returns the conversation with a person.
  func room(with person: PersonID) async throws -> ChatRoom
  /// Returns the conversation with this name and these people.
  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom
}

extension ChatNetwork {
  /// Returns nobody.
  func pending() async -> [SimpleXPending] { [] }

  /// The name of the network in the language of the person at this terminal.
  var shownName: String { NetworkWords.shown(name) }

  /// Returns the name under which a person is shown.
  func label(_ person: ChatRoom.Member) -> String { hasNamesForIDs ? person.id.rawValue : person.name }
}
