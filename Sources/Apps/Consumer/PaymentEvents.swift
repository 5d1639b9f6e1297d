import Cryptography
public import PaymentsAPI
public import PaymentsModel
import RPCRuntime

/// The event with which a stream begins.
public enum EventStart: Sendable, Hashable {
  /// The stream begins with the next event from now on.
  case now
  /// The stream begins after an event that the app has seen; `.beginning` means all events.
  case after(EventCursor)
  /// The stream begins after the last event that the app has handled, which is stored on the disk and survives a
  /// restart of the app. The first time, it begins with the very first event.
  case remembered
  /// The stream begins after the last event that the app has acknowledged with ``PaymentsClient/acknowledge(_:)``, which
  /// is stored in the same place. Only that call stores anything.
  case acknowledged

  /// Whether the stream follows what is stored, so that it can go on where the provider does not know that any more.
  var isStored: Bool { self == .remembered || self == .acknowledged }
}

/// This app's events, in order and without gaps, across lost connections.
///
/// The app pulls the events, so a slow app does not make a buffer grow. If an app ends while it handles an event, it
/// gets this event once more when it continues with ``EventStart/remembered``. If the provider has dropped events that
/// the app had not seen, the sequence reports that; see ``EventGap``. It ends only with an error, by cancellation
/// (`CancellationError`), by ``PaymentsClient/close()``, or when a newer sequence of the same client begins.
public struct PaymentEvents: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = Event

  let client: PaymentsClient
  let start: EventStart
  let buffer: Int
  let onGap: GapHandler?

  /// A closure that reads the current state of everything after events were dropped.
  public typealias GapHandler = @Sendable (EventGap) async throws -> Void

  /// Starts the sequence. An earlier sequence of this client ends.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, start: start, buffer: buffer, onGap: onGap)
  }

  /// Delivers the events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    // Storing each cursor would cost an fsync per event. After a crash, at most this number of events is delivered
    // again.
    private static let rememberedEvery = 32

    private let client: PaymentsClient
    private let start: EventStart
    private let buffer: Int
    private let onGap: GapHandler?
    private var generation: Int?
    private var handled: EventCursor?
    private var unremembered = 0

    init(client: PaymentsClient, start: EventStart, buffer: Int, onGap: GapHandler?) {
      self.client = client
      self.start = start
      self.buffer = buffer
      self.onGap = onGap
    }

    /// Returns the next event. The call confirms that the previous event was handled.
    ///
    /// - Throws: ``EventGap`` if there is no handler for it, and the errors of the handler; see also
    ///   ``PaymentsClient``.
    public mutating func next() async throws -> Event? {
      let generation: Int
      if let begun = self.generation {
        generation = begun
      } else {
        generation = try await client.beginEvents(start, buffer: buffer)
        self.generation = generation
      }
      while client.feed.isCurrent(generation) {
        try Task.checkCancellation()
        let version = client.feed.changes.version
        if let event = client.feed.pop() {
          if unremembered >= Self.rememberedEvery { try await remember() }
          handled = event.cursor
          unremembered += 1
          return event
        }
        try await remember()
        do {
          guard try await client.keepSubscribed() else { return nil }
        } catch let gap as EventGap {
          try await cross(gap, generation)
          continue
        } catch let failure as PaymentsFailure where failure.reason == .cursorInvalid && start.isStored {
          // The provider was restored from a backup, and does not have the events that were seen.
          try await cross(try await client.gapAfterRestoration(), generation)
          continue
        }
        try await client.feed.changes.wait(beyond: version)
      }
      return nil
    }

    /// Continues after a gap, once the app has read the current state.
    private mutating func cross(_ gap: EventGap, _ generation: Int) async throws {
      guard let onGap else { throw gap }
      try await onGap(gap)
      if start == .remembered { try await client.remember(gap.newest) }
      client.feed.skip(to: gap.newest, in: generation)
    }

    private mutating func remember() async throws {
      guard start == .remembered, unremembered > 0, let handled else { return }
      try await client.remember(handled)
      unremembered = 0
    }
  }
}

extension PaymentsClient {
  /// Returns this app's events. There is one sequence at a time; a new one ends the previous one.
  ///
  /// - Parameters:
  ///   - start: the event with which the sequence begins.
  ///   - buffer: the highest number of events that wait for the app.
  ///   - onGap: is called if the provider has dropped events that the app had not seen, before any later event is
  ///     delivered. The sequence continues when it returns. Without it, the sequence ends with an ``EventGap``, and
  ///     does so each time it is started again with ``EventStart/remembered``.
  public nonisolated func events(
    _ start: EventStart = .now, buffer: Int = 256, onGap: PaymentEvents.GapHandler? = nil
  ) -> PaymentEvents {
    PaymentEvents(client: self, start: start, buffer: buffer, onGap: onGap)
  }

  /// Passes the current state of all orders and all invoices of this app to the closures, page by page, the newest
  /// first. Use it after an ``EventGap``.
  ///
  /// - Throws: see ``PaymentsClient``, and the errors of the closures.
  public func resynchronise(
    orders: ([PaymentOrder]) async throws -> Void, invoices: ([Invoice]) async throws -> Void
  ) async throws {
    var before: String?
    repeat {
      let page = try await self.orders(before: before, limit: 100)
      try await orders(page.paymentOrders)
      before = page.next
    } while before != nil
    repeat {
      let page = try await self.invoices(before: before, limit: 100)
      try await invoices(page.invoices)
      before = page.next
    } while before != nil
  }

  func beginEvents(_ start: EventStart, buffer: Int) async throws -> Int {
    let cursor: EventCursor?
    switch start {
    case .now: cursor = nil
    case .after(let seen): cursor = seen
    case .remembered, .acknowledged: cursor = try await rememberedCursor()
    }
    return feed.restart(at: cursor, capacity: buffer)
  }

  /// Returns the cursor of the last event that was handled, or the beginning if there is none.
  func rememberedCursor() async throws -> EventCursor {
    let providerID = try await reach().providerID
    return try await state.cursor(of: providerID) ?? .beginning
  }

  /// Stores that the app has handled the events up to this one, after which ``EventStart/acknowledged`` begins. It never
  /// goes back. When this returns, it survives a crash.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func acknowledge(_ cursor: EventCursor) async throws {
    try await state.advanceCursor(to: cursor, of: try await reach().providerID)
  }

  func remember(_ cursor: EventCursor) async throws {
    guard let identity else { return }
    try await state.keepCursor(cursor, of: identity.base64URL)
  }

  /// Returns what is missing where the provider does not know the event that was seen last.
  func gapAfterRestoration() async throws -> EventGap {
    let session = try await reach()
    let newest = try await callOnce(GetSession.self, GetSession.Params(), on: session).eventCursor
    let seen = feed.subscription(on: ObjectIdentifier(session.connection)).from
    return EventGap(lastSeen: seen ?? .beginning, oldest: .beginning, newest: newest)
  }

  /// Makes sure that events flow on the current connection or on a new one. It returns false once the client is closed.
  func keepSubscribed() async throws -> Bool {
    while true {
      if case .closed = link { return false }
      let session = try await reach()
      let source = ObjectIdentifier(session.connection)
      let subscription = feed.subscription(on: source)
      if subscription.isLive { return true }
      do {
        if subscription.mustStopFirst {
          // Until this is answered, events of the old subscription may arrive, and events would be missing after them.
          _ = try await callOnce(UnsubscribeEvents.self, UnsubscribeEvents.Params(), on: session)
        }
        feed.attach(to: source)
        let begun = try await callOnce(
          SubscribeEvents.self, SubscribeEvents.Params(from: subscription.from), on: session)
        feed.began(at: begun.cursor)
        // The connection may have ended before the answer arrived.
        if session.handler.current.hasEnded { feed.detach(from: source) }
        return true
      } catch ConnectionError.closed {
        feed.detach(from: source)
      } catch let failure as PaymentsFailure {
        feed.detach(from: source)
        if failure.reason != .pairingPending, let pause = failure.retryAfterMilliseconds {
          // A throttle is no reason to end the events.
          try await Task.sleep(for: .milliseconds(pause))
          continue
        }
        guard failure.reason == .cursorTooOld, let bounds = failure.events else { throw failure }
        throw EventGap(
          lastSeen: subscription.from ?? bounds.newest, oldest: bounds.oldest, newest: bounds.newest)
      } catch {
        feed.detach(from: source)
        throw error
      }
    }
  }
}

/// The provider does not have events that this app had not seen, because it keeps events for a limited time only, or was
/// restored from a backup. In the latter case, nothing that was seen says what it knows now.
///
/// Events after the gap are not lost. List the orders and invoices, which have the current state (see
/// ``PaymentsClient/resynchronise(orders:invoices:)``), and continue with the events after ``newest``. An event may
/// report a state that the lists already contained; the `version` of the order or invoice tells.
public struct EventGap: Error, Sendable, Hashable {
  /// The last event that the app has seen. Some events after it are missing.
  public let lastSeen: EventCursor
  /// The oldest cursor after which no event is missing.
  public let oldest: EventCursor
  /// The newest cursor when the gap was found. Continue from here after you have read the lists.
  public let newest: EventCursor

  /// Creates a gap.
  public init(lastSeen: EventCursor, oldest: EventCursor, newest: EventCursor) {
    self.lastSeen = lastSeen
    self.oldest = oldest
    self.newest = newest
  }
}
