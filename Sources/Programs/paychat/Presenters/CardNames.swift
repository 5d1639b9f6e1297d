import ChatPayments
import TerminalUI

/// What people are called on this screen.
struct CardNames: Sendable {
  private let room: ChatRoom?
  private let me: PersonID
  private let hasNamesForIDs: Bool

  /// - Parameter hasNamesForIDs: whether names that are only shown are shown with those that are not chosen.
  init(room: ChatRoom?, me: PersonID, hasNamesForIDs: Bool = true) {
    self.room = room
    self.me = me
    self.hasNamesForIDs = hasNamesForIDs
  }

  func isMe(_ person: PersonID) -> Bool { person == room?.me ?? me }

  /// `you`, or the name made safe.
  func name(_ person: PersonID, asObject: Bool = true) -> String {
    if isMe(person) { return asObject ? "you" : "You" }
    let id = SafeText(person.rawValue, limit: 32).text
    if !hasNamesForIDs { return room.map { SafeText($0.name(of: person), limit: 32).text } ?? id }
    guard let name = room?.name(of: person), name.lowercased() != person.rawValue.lowercased() else { return id }
    // Anybody may choose a name to be shown by.
    return "\(SafeText(name, limit: 32)) (\(id))"
  }
}
