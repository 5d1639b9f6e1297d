import ChatPayments
import JSON

/// Says in words what SimpleX Chat says in tags. None of the texts ends with a full stop, because they stand inside of
/// sentences.
package enum SimpleXWords {
  static let otherProfile = "another profile is active in SimpleX Chat"
  static let tooManyMembers = "the list of the members is longer than can be read"
  /// Stands in the place of the link of a card that counts for nothing.
  package static let cardOfUnknownAuthor =
    "(This was sent as a payment card. Nothing proves who wrote it, so it cannot be used.)"

  /// Returns why the members of a group could not be read.
  static func unreadable(_ error: ChatTransportError) -> String {
    switch error {
    case .refused(let words), .unavailable(let words): words
    case .tooLarge: tooManyMembers
    case .unknownRoom: "SimpleX Chat does not find the group"
    case .disconnected, .unknownMessage, .malformedAnswer: "SimpleX Chat gives no answer that can be understood"
    }
  }

  /// Returns the words for a `SndError` record.
  static func sendError(_ error: JSONValue?) -> String {
    switch error?["type"]?.stringValue {
    case "auth": "the other side has deleted the conversation"
    case "quota": "the other side has not fetched its messages for long, and no more are kept for it"
    case "expired": "the network has tried for days and gave up"
    case "relay": "the server of the other side does not take it"
    case "proxy", "proxyRelay": "the servers on the way do not take it"
    case "other": "SimpleX Chat reports \(error?["sndError"]?.stringValue.map(quoted) ?? "an error without a reason")"
    case let tag: "SimpleX Chat reports \(quoted(tag ?? "an unknown error"))"
    }
  }

  /// Returns the words for a `FileError` record.
  static func fileError(_ error: JSONValue?) -> String {
    switch error?["type"]?.stringValue {
    case "auth", "noFile": "the file is not on its server any more"
    case "blocked": "the server has blocked the file"
    case "relay": "the server of the file does not answer"
    case "other": "SimpleX Chat reports \(error?["fileError"]?.stringValue.map(quoted) ?? "an error without a reason")"
    case let tag: "SimpleX Chat reports \(quoted(tag ?? "an unknown error"))"
    }
  }

  /// Returns the words for the tag of an error that a command was answered with; `nil` if the tag is not known.
  static func refusal(_ tag: String?) -> String? {
    switch tag {
    case "contactNotReady": "the connection with this contact is not made yet"
    case "contactNotActive": "the conversation was ended"
    case "contactDisabled", "connectionDisabled": "this contact does not take messages any more"
    case "groupNotJoined": "you have not joined the group"
    case "groupMemberNotActive", "groupMemberUserRemoved": "you are no member of the group any more"
    case "groupUserRole": "your role in the group does not allow it"
    case "directMessagesProhibited": "the group does not allow messages to single members"
    case "differentActiveUser", "noActiveUser": otherProfile
    case "chatNotStarted", "chatStoreChanged": "SimpleX Chat is stopped"
    case "fileSize": "the file is too large for SimpleX Chat"
    case "fileNotFound", "fileCancelled": "the file is not there any more"
    case "fileNotApproved": "the file is on a server that SimpleX Chat does not know; approve it there"
    case "fileWrite", "fileInternal": "SimpleX Chat cannot write the file"
    case "commandError": "SimpleX Chat does not know the command; it may be another version"
    case "dBBusyError", "dBException", "internalError", "exception": "SimpleX Chat has an internal error"
    default: nil
    }
  }

  /// A text of somebody else, of limited length.
  private static func quoted(_ text: String) -> String {
    var start = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(100) { start.append(scalar) }
    return String(start)
  }
}
