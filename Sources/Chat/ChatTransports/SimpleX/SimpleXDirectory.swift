import ChatPayments
import Synchronization

/// The profile and the rooms of the current connection.
final class SimpleXDirectory: Sendable {
  private struct State {
    var user: SimpleXUser?
    var rooms: [RoomID: ChatRoom] = [:]
    var order: [RoomID] = []
  }

  private let state = Mutex(State())

  /// The profile; `nil` before the first connection.
  var user: SimpleXUser? { state.withLock { $0.user } }

  /// All rooms in the order of SimpleX Chat.
  var rooms: [ChatRoom] { state.withLock { state in state.order.compactMap { state.rooms[$0] } } }

  subscript(room: RoomID) -> ChatRoom? { state.withLock { $0.rooms[room] } }

  /// Replaces everything by what was read.
  func set(_ user: SimpleXUser, _ rooms: [ChatRoom]) {
    state.withLock { state in
      state.user = user
      state.rooms = Dictionary(rooms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      state.order = rooms.map(\.id)
    }
  }

  /// Adds or replaces a room.
  func set(_ room: ChatRoom) {
    state.withLock { state in
      if state.rooms.updateValue(room, forKey: room.id) == nil { state.order.append(room.id) }
    }
  }

  /// Removes a room.
  func remove(_ room: RoomID) {
    state.withLock { state in
      if state.rooms.removeValue(forKey: room) != nil { state.order.removeAll { $0 == room } }
    }
  }
}
