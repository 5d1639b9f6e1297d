import ChatPayments
import TerminalUI

/// What people are called on this screen.
struct CardNames: Sendable {
  private let room: ChatRoom?
  private let me: PersonID

  init(room: ChatRoom?, me: PersonID) {
    self.room = room
    self.me = me
  }

  func isMe(_ person: PersonID) -> Bool { person == room?.me ?? me }

  /// `you`, or the name made safe.
  func name(_ person: PersonID, asObject: Bool = true) -> String {
    if isMe(person) { return asObject ? "you" : "You" }
    let id = SafeText(person.rawValue, limit: 32).text
    guard let name = room?.name(of: person), name.lowercased() != person.rawValue.lowercased() else { return id }
    // Anybody may choose a name to be shown by.
    return "\(SafeText(name, limit: 32)) (\(id))"
  }
}
