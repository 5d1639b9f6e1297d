import ChatPayments
import JSON

/// All rooms of a profile.
struct SimpleXReading: Sendable {
  /// The rooms, the one with the latest activity first. Of those in ``unreadable`` the other members are not known.
  var places: [SimpleXPlace] = []
  var unreadable: [RoomID: SimpleXUnreadable] = [:]
  /// The conversations that cannot be used yet, or any more.
  var pending: [RoomID: SimpleXPending] = [:]
}

/// Reads all rooms of a profile over one connection.
struct SimpleXReader: Sendable {
  /// The number of conversations in an answer. Each has a picture of up to 13 kB, and the last message another one.
  private static let page = 100
  /// The number of conversations with exactly the same time up to which all are found.
  private static let largestPage = 12_800

  let link: ChatLink
  let user: SimpleXUser
  let directory: SimpleXDirectory

  /// Reads the rooms. A group whose members cannot be read does not keep the others from being used.
  func read() async throws(ChatTransportError) -> SimpleXReading {
    var reading = SimpleXReading()
    var seen: Set<RoomID> = []
    var before: String?
    var count = Self.page
    while true {
      let chats = try await list(.chats(user: user.number, before: before, count: count), type: "apiChats", at: "chats")
      for chat in chats {
        guard let info = chat["chatInfo"], let room = SimpleXUser.room(info), seen.insert(room.id).inserted else {
          continue
        }
        try await add(room, info: info, last: chat["chatItems"]?.arrayValue?.last, to: &reading)
      }
      guard chats.count >= count else { return reading }
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

  private func add(
    _ room: SimpleXRoom, info: JSONValue, last: JSONValue?, to reading: inout SimpleXReading
  ) async throws(ChatTransportError) {
    let place: SimpleXPlace?
    switch room {
    case .contact:
      place = info["contact"].flatMap(user.place(contact:))
      reading.pending[room.id] = info["contact"].flatMap(SimpleXPending.init(contact:))
    case .group(let number):
      guard let group = info["groupInfo"], group["membership"].map(SimpleXUser.isCurrent) == true else {
        reading.pending[room.id] = info["groupInfo"].flatMap(SimpleXPending.init(group:))
        return
      }
      do throws(ChatTransportError) {
        place = user.place(group: group, members: try await members(of: number))
      } catch {
        guard !error.isOutage else { throw error }
        directory.isReading(nil)
        place = user.place(group: group, members: [])
        reading.unreadable[room.id] = SimpleXUnreadable(
          name: place?.room.name ?? "", reason: SimpleXWords.unreadable(error))
      }
    }
    guard let place else { return }
    // The last message comes with its room, so that a change of it is noticed without reading the room.
    reading.places.append(place.changed(at: SimpleXUser.time(last?["meta"]?["updatedAt"])))
  }

  private func members(of group: Int64) async throws(ChatTransportError) -> [JSONValue] {
    guard !directory.isTooLarge(group) else { throw .refused(SimpleXWords.tooManyMembers) }
    directory.isReading(group)
    let members = try await list(.members(group: group), type: "groupMembers", at: "group", "members")
    directory.isReading(nil)
    return members
  }

  private func list(
    _ command: SimpleXCommand, type: String, at path: String...
  ) async throws(ChatTransportError) -> [JSONValue] {
    var value: JSONValue? = try await answer(command, type)
    for name in path { value = value?[name] }
    guard let list = value?.arrayValue else { throw .malformedAnswer }
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
