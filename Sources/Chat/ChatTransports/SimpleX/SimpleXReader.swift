import ChatPayments
import JSON

/// Reads all rooms of a profile over one connection.
struct SimpleXReader: Sendable {
  /// The number of conversations in an answer. Each has a picture of up to 13 kB, and the last message another one.
  private static let page = 100
  /// The number of conversations with exactly the same time up to which all are found.
  private static let largestPage = 12_800

  let link: ChatLink
  let user: SimpleXUser

  /// Returns the rooms, the one with the latest activity first.
  ///
  /// - Throws: `ChatTransportError`.
  func places() async throws(ChatTransportError) -> [SimpleXPlace] {
    var places: [SimpleXPlace] = []
    var seen: Set<RoomID> = []
    var before: String?
    var count = Self.page
    while true {
      let chats = try await list(.chats(user: user.number, before: before, count: count), "apiChats", "chats")
      for chat in chats {
        guard let info = chat["chatInfo"], let room = SimpleXUser.room(info), seen.insert(room.id).inserted else {
          continue
        }
        if let place = try await place(room, info) { places.append(place) }
      }
      guard chats.count >= count else { return places }
      // Conversations with the same time as the last one may be missing. The next page therefore begins with that time.
      let times = chats.compactMap { $0["chatInfo"].flatMap(SimpleXUser.activityText) }
      if let last = times.last, let next = times.last(where: { $0 != last }), next != before {
        (before, count) = (next, Self.page)
      } else {
        guard count < Self.largestPage else { throw .malformedAnswer }
        count *= 2
      }
    }
  }

  private func place(_ room: SimpleXRoom, _ info: JSONValue) async throws(ChatTransportError) -> SimpleXPlace? {
    switch room {
    case .contact: return info["contact"].flatMap(user.place(contact:))
    case .group(let number):
      guard let group = info["groupInfo"], group["membership"].map(SimpleXUser.isCurrent) == true else { return nil }
      return user.place(group: group, members: try await members(of: number))
    }
  }

  private func members(of group: Int64) async throws(ChatTransportError) -> [JSONValue] {
    let response = try await answer(.members(group: group), "groupMembers")
    return response["group"]?["members"]?.arrayValue ?? []
  }

  private func list(_ command: SimpleXCommand, _ type: String, _ name: String) async throws(ChatTransportError)
    -> [JSONValue]
  {
    guard let list = try await answer(command, type)[name]?.arrayValue else { throw .malformedAnswer }
    return list
  }

  private func answer(_ command: SimpleXCommand, _ type: String) async throws(ChatTransportError) -> JSONValue {
    let response = try await link.call(.string(command.text))
    guard SimpleXUser.tag(response) == type else {
      if SimpleXUser.tag(response) == "chatCmdError", case .other(let error) = SimpleXRefusal(response) { throw error }
      throw .malformedAnswer
    }
    // Somebody has changed the profile in SimpleX Chat while the rooms were being read.
    guard SimpleXUser(response["user"])?.number == user.number else { throw .disconnected }
    return response
  }
}
