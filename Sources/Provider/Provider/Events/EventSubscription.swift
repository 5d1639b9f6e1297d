import JSON
import JSONRPC
import Ledger
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Synchronization
import Transport

/// Sends an app its events in order and without gaps. It reads the outbox after the last cursor that was sent, sends as
/// much as the connection accepts, and continues when something changed or the connection has room again.
///
/// It stores a position but no events, so that an app which stops reading uses no memory. If events were dropped before
/// they were sent, it ends the connection: the app learns what it missed when it subscribes again.
final class EventSubscription: Sendable {
  private struct State {
    var connection: RPCConnection?
    var cursor = EventCursor.beginning
    var listener: UInt64?
    /// Counts starts and stops, so that events which were read for an earlier subscription are not sent for a later
    /// one.
    var generation: UInt64 = 0
    var pumping = false
    var again = false
  }

  /// One pass of reading and sending.
  private struct Turn: Sendable {
    let connection: RPCConnection
    let cursor: EventCursor
    let generation: UInt64
  }

  /// The number of events that are read at once.
  private static let page = 64
  /// After this time it is tried again to read them.
  private static let pause: Duration = .milliseconds(500)

  private let app: AppKey
  private let ledger: Ledger
  private let hub: ChangeHub
  private let metrics: ProviderMetrics
  private let state = Mutex(State())

  init(app: AppKey, ledger: Ledger, hub: ChangeHub, metrics: ProviderMetrics = ProviderMetrics()) {
    self.app = app
    self.ledger = ledger
    self.hub = hub
    self.metrics = metrics
  }

  /// Starts sending from a cursor. A subscription that exists is replaced.
  func start(from cursor: EventCursor, on connection: RPCConnection) {
    stop()
    let listener = hub.listen(to: app) { [weak self] _ in self?.pump() }
    state.withLock { state in
      state.generation += 1
      state.connection = connection
      state.cursor = cursor
      state.listener = listener
    }
    pump()
  }

  /// Stops sending and returns the last cursor that was sent, or the beginning if nothing was subscribed to. If called
  /// on the connection's executor, nothing of the subscription is sent afterwards.
  @discardableResult
  func stop() -> EventCursor {
    let (listener, cursor) = state.withLock { state in
      state.generation += 1
      let wasConnected = exchange(&state.connection, with: nil) != nil
      return (exchange(&state.listener, with: nil), wasConnected ? state.cursor : .beginning)
    }
    if let listener { hub.stopListening(listener, to: app) }
    return cursor
  }

  /// Sends all events that are available, in at most one task at a time.
  func pump() {
    let shouldStart = state.withLock { state in
      guard state.connection != nil else { return false }
      guard !state.pumping else {
        state.again = true
        return false
      }
      state.pumping = true
      return true
    }
    guard shouldStart else { return }
    Task { while await sendPage() {} }
  }

  /// Sends one page. Returns `false` if there is nothing more to do at present.
  private func sendPage() async -> Bool {
    let turn = state.withLock { state -> Turn? in
      state.again = false
      return state.connection.map { Turn(connection: $0, cursor: state.cursor, generation: state.generation) }
    }
    var more = false
    if let turn, await turn.connection.canSendMore {
      let page = await readPage(after: turn.cursor)
      if let page, page.isWhole {
        more = await deliver(page.events, turn, on: turn.connection) && page.events.count == Self.page
      } else if page == nil {
        // Nobody would ask for these events again before the next change. Whoever ends the provider ends the session.
        try? await Task.sleep(for: Self.pause)
        more = true
      } else if isCurrent(turn) {
        stop()
        await turn.connection.close(.tryAgainLater)
      }
    }
    return state.withLock { state in
      if state.connection != nil, more || state.again { return true }
      state.pumping = false
      return false
    }
  }

  private func readPage(after cursor: EventCursor) async -> EventPage? {
    let app = app
    // A ledger in PostgreSQL can be away for a while.
    return try? await ledger.read { reader in
      try reader.eventPage(for: app, after: cursor, limit: Self.page)
    }
  }

  private func isCurrent(_ turn: Turn) -> Bool { state.withLock { $0.generation == turn.generation } }

  /// Sends events while the connection accepts them. Returns `false` if it accepts no more or another subscription has
  /// begun. Events that were not sent are read again later.
  private func deliver(_ events: [EventRecord], _ turn: Turn, on connection: isolated RPCConnection) -> Bool {
    for event in events {
      // The cursor is stored before sending, so that a caller of `stop` is told of this event, too.
      guard connection.canSendMore, let before = note(event.cursor, turn) else { return false }
      do {
        try send(event, on: connection)
        metrics.count(.eventsSent)
      } catch {
        _ = note(before, turn)
        return false
      }
    }
    return true
  }

  /// Sends an event. If the message would be too large, it is sent without its object, which the app can then request.
  private func send(_ event: EventRecord, on connection: isolated RPCConnection) throws(ConnectionError) {
    do throws(ConnectionError) {
      try connection.notify(method: PaymentsNotification.event, params: .raw(event.wireForm))
    } catch {
      guard error == .messageTooLarge else { throw error }
      try connection.notify(method: PaymentsNotification.event, params: .raw(event.wireFormWithoutObject))
    }
  }

  /// Sets the cursor and returns the previous one; `nil` if another subscription has begun.
  private func note(_ cursor: EventCursor, _ turn: Turn) -> EventCursor? {
    state.withLock { state in
      guard state.generation == turn.generation else { return nil }
      return exchange(&state.cursor, with: cursor)
    }
  }
}
