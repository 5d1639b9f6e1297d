import JSON

/// A conversation of SimpleX Chat to which nothing can be sent yet, or any more.
public struct SimpleXPending: Sendable, Hashable {
  /// The name of the contact or the group. It is untrusted text.
  public let name: String
  /// What is missing, in words that stand inside of a sentence.
  public let reason: String
  /// What can be done about it, in a sentence; empty if there is nothing to do.
  public let advice: String

  /// Returns what is in the way of sending something to a contact, by a `Contact` record; `nil` if nothing is.
  init?(contact: JSONValue) {
    guard let reason = SimpleXUser.obstacle(contact: contact) else { return nil }
    name = contact["localDisplayName"]?.stringValue ?? ""
    self.reason = reason
    advice = Self.advice(contact)
  }

  /// Returns what this person waits for in a group, by a `GroupInfo` record; `nil` if they do not wait.
  init?(group: JSONValue) {
    guard let words = Self.words(membership: group["membership"]?["memberStatus"]?.stringValue) else { return nil }
    name = group["localDisplayName"]?.stringValue ?? ""
    (reason, advice) = words
  }

  private static func advice(_ contact: JSONValue) -> String {
    guard contact["contactStatus"]?.stringValue == "active" else { return "Connect again, with a new link." }
    guard let connection = contact["activeConn"], !connection.isNull else {
      if contact["contactRequestId"]?.isNull == false { return "They have asked to be connected: accept it there." }
      return "Open the conversation there, and connect."
    }
    return switch SimpleXUser.tag(connection["connStatus"]) {
    case "ready", "sndReady": "Ask them whether they still use it, and connect again with a new link."
    case "requested": "They have to accept your request. Then it is made by itself."
    case "new": "They have to open the link that you gave them. Then it is made by itself."
    case "failed", "deleted": "It was not possible: delete the contact there, and connect with a new link."
    default: "It is made by itself when both of you are online."
    }
  }

  private static func words(membership status: String?) -> (reason: String, advice: String)? {
    switch status {
    case "invited": ("you are invited to the group and have not joined it", "Join it there.")
    case "pending_approval": ("the group has not let you in yet", "Answer there what it asks you, or wait.")
    case "pending_review": ("a moderator of the group has to admit you", "Write to the moderators there, or wait.")
    default: nil
    }
  }
}

extension SimpleXChat {
  /// Returns the conversations to which nothing can be sent yet, or any more. The latest ones are asked for, because
  /// SimpleX Chat tells of a connection only when it is made.
  public func pending() async -> [SimpleXPending] {
    guard let user = directory.user else { return [] }
    // What is known from before counts if SimpleX Chat does not answer.
    let latest = try? await call(.chats(user: user.number, before: nil, count: 100), "apiChats")["chats"]?.arrayValue
    for chat in latest ?? [] {
      guard let info = chat["chatInfo"], let room = SimpleXUser.room(info)?.id, directory[room] == nil else { continue }
      directory.set(
        room,
        pending: info["contact"].flatMap(SimpleXPending.init(contact:))
          ?? info["groupInfo"].flatMap(SimpleXPending.init(group:)))
    }
    return directory.pending
  }
}
