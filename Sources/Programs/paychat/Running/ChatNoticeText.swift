import ChatPayments
import TerminalUI

/// Says what a person has to know about the chat itself.
enum ChatNoticeText {
  static func lines(_ notice: ChatNotice) -> [String] {
    switch notice {
    case .otherClient:
      [
        localized(
          "Another program uses the same port of the chat and takes news away from paychat. It is read again every few "
            + "seconds; end the other program.")
      ]
    case .otherProfile(let expected, let found): [otherProfile(expected, found)]
    case .answerTooLarge(let limit): [answerTooLarge(limit)]
    case .unreadableRoom(let name, let reason):
      [
        localized(
          "The group \(SafeText(name, limit: 40)) cannot be used, because its members are not known: "
            + "\(NetworkWords.shown(reason, limit: 200)). It is asked for again; other conversations work.")
      ]
    case .pendingRoom(let name, let reason):
      [
        localized(
          "The group \(SafeText(name, limit: 40)) cannot be used yet: \(NetworkWords.shown(reason, limit: 200)).")
      ]
    }
  }

  static func otherProfile(_ expected: String, _ found: String) -> String {
    let (expected, found) = (SafeText(expected, limit: 40).text, SafeText(found, limit: 40).text)
    guard expected != found else {
      return localized(
        "SimpleX Chat answers with another database. Nothing is sent or read: the same numbers mean other people there."
      )
    }
    return localized(
      "SimpleX Chat answers with another profile, \(found) instead of \(expected). Nothing is sent or read: the same "
        + "numbers mean other people there.")
  }

  static func answerTooLarge(_ limit: Int) -> String {
    localized("The chat answers with more than \(FileWords.size(limit)) at once, which cannot be read.")
  }

  /// Says that a person can no longer write to a room.
  static func sentence(_ departure: ChatDeparture, room: String) -> String {
    switch departure {
    case .endedByOther:
      localized("\(room) has ended the conversation. Cards with them stay as they are; nobody can answer them.")
    case .removed: localized("You are no member of \(room) any more.")
    case .deleted: localized("The group \(room) was deleted.")
    case .notAdmitted: localized("You can write to \(room) again when its moderators have admitted you.")
    }
  }
}
