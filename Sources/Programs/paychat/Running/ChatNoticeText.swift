import ChatPayments
import TerminalUI

/// Says what a person has to know about the chat itself.
enum ChatNoticeText {
  static func lines(_ notice: ChatNotice) -> [String] {
    switch notice {
    case .otherClient:
      [
        "Another program uses the same port of the chat and takes news away from paychat. It is read again every few "
          + "seconds; end the other program."
      ]
    case .otherProfile(let expected, let found): [otherProfile(expected, found)]
    case .answerTooLarge(let limit): [answerTooLarge(limit)]
    case .unreadableRoom(let name, let reason):
      [
        "The group \(SafeText(name, limit: 40)) cannot be used, because its members are not known: "
          + "\(SafeText(reason, limit: 200)). It is asked for again; other conversations work."
      ]
    case .pendingRoom(let name, let reason):
      ["The group \(SafeText(name, limit: 40)) cannot be used yet: \(SafeText(reason, limit: 200))."]
    }
  }

  static func otherProfile(_ expected: String, _ found: String) -> String {
    let names = (SafeText(expected, limit: 40).text, SafeText(found, limit: 40).text)
    let what = names.0 == names.1 ? "another database" : "another profile, \(names.1) instead of \(names.0)"
    return "SimpleX Chat answers with \(what). Nothing is sent or read: the same numbers mean other people there."
  }

  static func answerTooLarge(_ limit: Int) -> String {
    "The chat answers with more than \(FileWords.size(limit)) at once, which cannot be read."
  }

  /// Says that a person can no longer write to a room.
  static func sentence(_ departure: ChatDeparture, room: String) -> String {
    switch departure {
    case .endedByOther: "\(room) has ended the conversation. Cards with them stay as they are; nobody can answer them."
    case .removed: "You are no member of \(room) any more."
    case .deleted: "The group \(room) was deleted."
    case .notAdmitted: "You can write to \(room) again when its moderators have admitted you."
    }
  }
}
