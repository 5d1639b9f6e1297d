import ChatPayments

/// A chat as a person uses it: beside what cards need, who can be written to.
protocol ChatNetwork: Sendable {
  /// What cards need.
  var transport: any ChatTransport { get }
  /// How others come to be in it: a sentence.
  var invitation: String { get }
  /// This person, in conversations of two.
  var me: ChatRoom.Member { get }
  /// Whether a person's ``PersonID`` is what others call them; otherwise it means nothing to people, and names are
  /// unique.
  var hasNamesForIDs: Bool { get }
  /// How it is called at the beginning of a sentence, such as `The relay demo`.
  var name: String { get }
  /// All who can be written to.
  func people() async throws -> [ChatRoom.Member]
  /// The conversation with somebody.
  func room(with person: PersonID) async throws -> ChatRoom
  /// A conversation of several.
  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom
}

extension ChatNetwork {
  /// How somebody is called on the screen.
  func label(_ person: ChatRoom.Member) -> String { hasNamesForIDs ? person.id.rawValue : person.name }
}
