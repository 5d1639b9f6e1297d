import PaymentsAPI
import PaymentsModel
import Synchronization

/// The bounded buffer between a connection, which pushes, and the app, which pulls.
///
/// It never slows the connection down, because answers to the app's own calls come the same way: an app that calls
/// while it handles an event would wait for ever. When it is full, what comes is dropped and asked for again later,
/// after the last event that was kept.
final class EventFeed: Sendable {
  private struct State {
    var capacity = 0
    var events: [Event] = []
    var first = 0
    /// The place after the newest event that was kept.
    var cursor: EventCursor?
    /// The connection from which events are taken.
    var source: ObjectIdentifier?
    /// The connection that still sends although its events are dropped.
    var overrun: ObjectIdentifier?
    /// Counts the sequences handed out: only the newest is served.
    var generation = 0
  }

  let changes = ChangeSignal()
  private let state = Mutex(State())

  /// Begins anew for a new sequence; what is in the buffer is dropped.
  func restart(at cursor: EventCursor?, capacity: Int) -> Int {
    defer { changes.bump() }
    return state.withLock { state in
      // The old source may still send; it is treated as one that was not listened to.
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

  /// Goes on after a place, for what was between is not to be had any more.
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

  /// Whether events flow; otherwise whether the connection has to be told to stop first, and where to go on.
  func subscription(
    on source: ObjectIdentifier
  ) -> (isLive: Bool, mustStopFirst: Bool, from: EventCursor?) {
    state.withLock { ($0.source == source, $0.overrun == source, $0.cursor) }
  }

  /// Takes events from this connection from now on.
  func attach(to source: ObjectIdentifier) {
    state.withLock { state in
      state.source = source
      state.overrun = nil
    }
  }

  /// Where a subscription from now on has begun, for the case that it is lost before the first event.
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
