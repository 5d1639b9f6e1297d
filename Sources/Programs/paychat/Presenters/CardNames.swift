import ChatPayments
import TerminalUI

/// The names of people on this screen.
struct CardNames: Sendable {
  private let room: ChatRoom?
  private let me: PersonID
  private let hasNamesForIDs: Bool

  /// Creates the names for a room.
  ///
  /// - Parameter hasNamesForIDs: whether a displayed name is followed by the person's identifier.
  init(room: ChatRoom?, me: PersonID, hasNamesForIDs: Bool = true) {
    self.room = room
    self.me = me
    self.hasNamesForIDs = hasNamesForIDs
  }

  func isMe(_ person: PersonID) -> Bool { person == room?.me ?? me }

  /// Returns `you`, or the person's name in a form that is safe to show.
  func name(_ person: PersonID, asObject: Bool = true) -> String {
    if isMe(person) { return asObject ? "you" : "You" }
    let id = SafeText(person.rawValue, limit: 32).text
    if !hasNamesForIDs { return room.map { SafeText($0.name(of: person), limit: 32).text } ?? id }
    guard let name = room?.name(of: person), name.lowercased() != person.rawValue.lowercased() else { return id }
    // Anybody can choose any displayed name, so the identifier is added.
    return "\(SafeText(name, limit: 32)) (\(id))"
  }
}
