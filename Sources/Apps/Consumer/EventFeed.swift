import PaymentsAPI
import PaymentsModel
import Synchronization

/// The bounded buffer between a connection, which adds events, and the app, which takes them.
///
/// It never slows the connection down, because answers to the app's calls come by the same connection: an app that
/// makes a call while it handles an event would otherwise wait for ever. If the buffer is full, further events are
/// dropped. They are requested again later, after the last event that was kept.
final class EventFeed: Sendable {
  private struct State {
    var capacity = 0
    var events: [Event] = []
    var first = 0
    /// The cursor after the newest event that was kept.
    var cursor: EventCursor?
    /// The connection whose events are accepted.
    var source: ObjectIdentifier?
    /// The connection that still sends events although they are dropped.
    var overrun: ObjectIdentifier?
    /// The number of event streams so far. Only the newest stream gets events.
    var generation = 0
  }

  let changes = ChangeSignal()
  private let state = Mutex(State())

  /// Starts a new stream. The events in the buffer are dropped.
  func restart(at cursor: EventCursor?, capacity: Int) -> Int {
    defer { changes.bump() }
    return state.withLock { state in
      // The previous connection may still send events, so it counts as one whose events are dropped.
      let overrun = state.source ?? state.overrun
      state = State(capacity: max(1, capacity), cursor: cursor, overrun: overrun, generation: state.generation + 1)
      return state.generation
    }
  }

  func isCurrent(_ generation: Int) -> Bool { state.withLock { $0.generation == generation } }

  func push(_ event: Event, from source: ObjectIdentifier) {
    let isKept = state.withLock { state in
      guard state.source == source else { return false }
      if let cursor = state.cursor, event.cursor <= cursor { return false }
      guard state.events.count - state.first < state.capacity else {
        state.source = nil
        state.overrun = source
        return true
      }
      state.events.append(event)
      state.cursor = event.cursor
      return true
    }
    if isKept { changes.bump() }
  }

  /// Continues after a cursor, because the events before it are no longer available.
  func skip(to cursor: EventCursor, in generation: Int) {
    state.withLock { if $0.generation == generation { $0.cursor = cursor } }
  }

  func pop() -> Event? {
    state.withLock { state in
      guard state.first < state.events.count else { return nil }
      let event = state.events[state.first]
      state.first += 1
      if state.first == state.events.count || state.first >= state.capacity {
        state.events.removeFirst(state.first)
        state.first = 0
      }
      return event
    }
  }

  /// Returns whether events flow. If not, it returns whether the connection must be told to stop first, and the cursor
  /// to continue from.
  func subscription(
    on source: ObjectIdentifier
  ) -> (isLive: Bool, mustStopFirst: Bool, from: EventCursor?) {
    state.withLock { ($0.source == source, $0.overrun == source, $0.cursor) }
  }

  /// Accepts events from this connection from now on.
  func attach(to source: ObjectIdentifier) {
    state.withLock { state in
      state.source = source
      state.overrun = nil
    }
  }

  /// Records where a new subscription began, in case the connection is lost before the first event.
  func began(at cursor: EventCursor) {
    state.withLock { if $0.cursor == nil { $0.cursor = cursor } }
  }

  func detach(from source: ObjectIdentifier) {
    state.withLock { state in
      if state.source == source { state.source = nil }
      if state.overrun == source { state.overrun = nil }
    }
    changes.bump()
  }
}
