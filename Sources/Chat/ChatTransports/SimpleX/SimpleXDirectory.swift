import ChatPayments
import Synchronization

/// A group that cannot be used, because its members could not be read.
struct SimpleXUnreadable: Sendable, Equatable {
  let name: String
  /// Why, in words.
  let reason: String
}

/// The profile and the rooms of the current connection.
final class SimpleXDirectory: Sendable {
  private struct State {
    var user: SimpleXUser?
    var rooms: [RoomID: ChatRoom] = [:]
    var order: [RoomID] = []
    var unreadable: [RoomID: SimpleXUnreadable] = [:]
    var pending: [RoomID: SimpleXPending] = [:]
    var reading: Int64?
    var tooLarge: Set<Int64> = []
    var obstacle: String?
  }

  private let state = Mutex(State())

  /// The profile; `nil` before the first connection.
  var user: SimpleXUser? { state.withLock { $0.user } }

  /// All rooms in the order of SimpleX Chat.
  var rooms: [ChatRoom] { state.withLock { state in state.order.compactMap { state.rooms[$0] } } }

  subscript(room: RoomID) -> ChatRoom? { state.withLock { $0.rooms[room] } }

  /// The groups that cannot be used.
  var unreadable: [RoomID: SimpleXUnreadable] { state.withLock { $0.unreadable } }

  /// The conversations to which nothing can be sent yet, or any more.
  var pending: [SimpleXPending] {
    state.withLock { state in state.pending.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value) }
  }

  /// Why nothing can be sent to any room, in words; `nil` if nothing is known to be in the way.
  var obstacle: String? {
    get { state.withLock { $0.obstacle } }
    set { state.withLock { $0.obstacle = newValue } }
  }

  /// Replaces everything by what was read.
  func set(
    _ user: SimpleXUser, _ rooms: [ChatRoom], unreadable: [RoomID: SimpleXUnreadable], pending: [RoomID: SimpleXPending]
  ) {
    state.withLock { state in
      state.obstacle = nil
      state.unreadable = unreadable
      state.pending = pending
      state.user = user
      state.rooms = Dictionary(rooms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      state.order = rooms.map(\.id)
    }
  }

  /// Adds or replaces a room.
  func set(_ room: ChatRoom) {
    state.withLock { state in
      state.unreadable[room.id] = nil
      state.pending[room.id] = nil
      if state.rooms.updateValue(room, forKey: room.id) == nil { state.order.append(room.id) }
    }
  }

  /// Takes a group out of use.
  func set(_ room: RoomID, unreadable: SimpleXUnreadable) {
    remove(room)
    state.withLock { $0.unreadable[room] = unreadable }
  }

  /// Whether it is known that a room waits for this.
  func isPending(_ room: RoomID, like pending: SimpleXPending) -> Bool {
    state.withLock { $0.pending[room] == pending }
  }

  /// Notes what a room waits for that cannot be used; `nil` if it is for nothing.
  func set(_ room: RoomID, pending: SimpleXPending?) { state.withLock { $0.pending[room] = pending } }

  /// Removes a room.
  func remove(_ room: RoomID) {
    state.withLock { state in
      state.unreadable[room] = nil
      if state.rooms.removeValue(forKey: room) != nil { state.order.removeAll { $0 == room } }
    }
  }

  // MARK: Groups that are too large

  /// Records whose members are being read, or that no group's are.
  func isReading(_ group: Int64?) { state.withLock { $0.reading = group } }

  /// Leaves out the group during whose reading a connection ended because of the size of an answer.
  ///
  /// - Returns: whether there is one, so that another connection can help.
  func leaveOut() -> Bool {
    state.withLock { state in
      guard let group = state.reading else { return false }
      state.reading = nil
      return state.tooLarge.insert(group).inserted
    }
  }

  /// Whether the members of a group do not fit into an answer.
  func isTooLarge(_ group: Int64) -> Bool { state.withLock { $0.tooLarge.contains(group) } }
}
