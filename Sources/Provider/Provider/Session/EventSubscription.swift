import JSON
import JSONRPC
import Ledger
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Synchronization
import Transport

/// Sends an app its events in order and without gaps: reads the outbox after the last cursor sent, as far as the
/// connection takes more, and goes on when something changed or the connection drained.
///
/// It keeps a place and no events, so that a reader that stops reading makes nothing grow. Where events were dropped
/// that it had yet to send, it ends the connection: the app learns what it missed when it subscribes again.
final class EventSubscription: Sendable {
  private struct State {
    var connection: RPCConnection?
    var cursor = EventCursor.beginning
    var listener: UInt64?
    /// Counts the beginnings and ends: what was read for an earlier subscription is not sent for a later one.
    var generation: UInt64 = 0
    var pumping = false
    var again = false
  }

  /// What is read and sent at once.
  private struct Turn: Sendable {
    let connection: RPCConnection
    let cursor: EventCursor
    let generation: UInt64
  }

  /// Events read at once.
  private static let page = 64

  private let app: AppKey
  private let ledger: Ledger
  private let hub: ChangeHub
  private let state = Mutex(State())

  init(app: AppKey, ledger: Ledger, hub: ChangeHub) {
    self.app = app
    self.ledger = ledger
    self.hub = hub
  }

  /// Starts, or starts again from another cursor.
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

  /// Stops and tells the last cursor that was sent, the beginning where nothing was subscribed to. On the connection's
  /// executor nothing of the subscription is sent after it.
  @discardableResult
  func stop() -> EventCursor {
    let (listener, cursor) = state.withLock { state in
      defer {
        state.generation += 1
        state.connection = nil
        state.listener = nil
      }
      return (state.listener, state.connection == nil ? .beginning : state.cursor)
    }
    if let listener { hub.stopListening(listener, to: app) }
    return cursor
  }

  /// Sends what there is to send, in one task at a time.
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
    Task { await run() }
  }

  private func run() async {
    while await sendPage() {}
  }

  /// Sends one page; false when there is nothing more to do for now.
  private func sendPage() async -> Bool {
    let turn = state.withLock { state -> Turn? in
      state.again = false
      return state.connection.map { Turn(connection: $0, cursor: state.cursor, generation: state.generation) }
    }
    var more = false
    if let turn, await turn.connection.canSendMore, let page = await readPage(after: turn.cursor) {
      if page.isWhole {
        more = await deliver(page.events, turn, on: turn.connection) && page.events.count == Self.page
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
    // A ledger that fails ends the provider; the app finds its events after the next start.
    return try? await ledger.read { reader throws(LedgerError) in
      try reader.eventPage(for: app, after: cursor, limit: Self.page)
    }
  }

  private func isCurrent(_ turn: Turn) -> Bool { state.withLock { $0.generation == turn.generation } }

  /// Sends events while the connection takes them; false where it takes no more or another subscription has begun. What
  /// is not sent now is read again then.
  private func deliver(_ events: [EventRecord], _ turn: Turn, on connection: isolated RPCConnection) -> Bool {
    for event in events {
      // Noted before it is sent, so that who ends the subscription now is told of it too.
      guard connection.canSendMore, let before = note(event.cursor, turn) else { return false }
      do {
        try send(event, on: connection)
      } catch {
        _ = note(before, turn)
        return false
      }
    }
    return true
  }

  /// Sends an event, without its object where the message would be larger than one may be: the app then asks for it.
  private func send(_ event: EventRecord, on connection: isolated RPCConnection) throws(ConnectionError) {
    do throws(ConnectionError) {
      try connection.notify(method: PaymentsNotification.event, params: .raw(event.wireForm))
    } catch {
      guard error == .messageTooLarge else { throw error }
      try connection.notify(method: PaymentsNotification.event, params: .raw(event.wireFormWithoutObject))
    }
  }

  /// Sets the place and answers the one before; `nil` where another subscription has begun.
  private func note(_ cursor: EventCursor, _ turn: Turn) -> EventCursor? {
    state.withLock { state in
      guard state.generation == turn.generation else { return nil }
      defer { state.cursor = cursor }
      return state.cursor
    }
  }
}
