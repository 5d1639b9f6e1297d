import ChatPayments
import JSON
import Transport
import WebSocketTransport

/// Keeps a transport connected. It reports what a connection receives, and makes a new connection whenever one ends. It
/// owns the service thread of its connections.
actor KeptLink {
  private enum State {
    case idle
    case connected(ChatLink)
    case waiting
    /// The connection was refused in a way that another attempt would not change.
    case refused(ChatTransportError)
    case closed
  }

  private var state = State.idle
  private var keeper: Task<Void, Never>?
  private let listeners = Multicast<ChatEvent>()
  private var thread: ServiceThread?
  private let threadName: String
  private let limits: Limits
  private let dial: @Sendable (ServiceThread) async throws -> ChatLink
  private let finalRefusal: @Sendable (any Error) -> ChatTransportError?
  private let notice: @Sendable (any Error) -> ChatNotice?
  private let hear: @Sendable (JSONValue) async -> [ChatEvent]

  /// Creates a link that is not connected yet.
  ///
  /// - Parameters:
  ///   - name: the name of the thread.
  ///   - limits: the limits of the connections.
  ///   - dial: makes a connection that is ready for calls.
  ///   - finalRefusal: returns the error for calls if an error of `dial` cannot be cured by another attempt; otherwise
  ///     `nil`.
  ///   - notice: returns what the person has to know if an error of `dial` keeps the transport from being connected
  ///     again. It is told once, until there is a connection.
  ///   - hear: returns the events that a notification stands for.
  init(
    on name: String, limits: Limits, dial: @escaping @Sendable (ServiceThread) async throws -> ChatLink,
    finalRefusal: @escaping @Sendable (any Error) -> ChatTransportError? = { _ in nil },
    notice: @escaping @Sendable (any Error) -> ChatNotice? = { _ in nil },
    hear: @escaping @Sendable (JSONValue) async -> [ChatEvent]
  ) {
    threadName = name
    self.limits = limits
    self.dial = dial
    self.finalRefusal = finalRefusal
    self.notice = notice
    self.hear = hear
  }

  /// Connects, and reconnects from then on whenever the connection ends.
  ///
  /// - Throws: `ServiceThreadError` and the errors of `dial`. After an error no further attempt is made.
  func connect() async throws {
    guard case .idle = state else { return }
    state = .waiting
    do {
      let thread = try ServiceThread(name: threadName, limits: limits)
      self.thread = thread
      let link = try await dial(thread)
      guard case .waiting = state else { return await link.close() }
      state = .connected(link)
      keeper = Task { await keep(link, on: thread) }
    } catch {
      if case .waiting = state { state = .idle }
      throw error
    }
  }

  /// Whether there is a connection now.
  var isConnected: Bool {
    if case .connected = state { true } else { false }
  }

  /// Makes a call over the current connection.
  func call(_ request: JSONValue) async throws(ChatTransportError) -> JSONValue {
    switch state {
    case .connected(let link): try await link.call(request)
    case .refused(let error): throw error
    case .idle, .waiting, .closed: throw .disconnected
    }
  }

  /// Returns a new stream of the events from now on.
  func events() -> AsyncStream<ChatEvent> {
    if case .closed = state { return AsyncStream { $0.finish() } }
    return listeners.listen()
  }

  /// Ends the connection and all event streams.
  func close() async {
    let before = state
    state = .closed
    keeper?.cancel()
    if case .connected(let link) = before { await link.close() }
    await keeper?.value
    listeners.finish()
    await thread?.stop()
    thread = nil
  }

  /// Reads anew, over the current connection, what `dial` has read, and reports that messages may have been missed. If
  /// that fails, a new connection is made.
  func refresh(_ read: (ChatLink) async throws -> Void) async {
    guard case .connected(let link) = state else { return }
    do {
      try await read(link)
      tell(.connected)
    } catch {
      await link.close()
    }
  }

  /// Ends the current connection, and makes a new one.
  func renew() async {
    if case .connected(let link) = state { await link.close() }
  }

  /// Reports an event that did not come from the connection.
  func tell(_ event: ChatEvent) { listeners.tell(event) }

  private func keep(_ first: ChatLink, on thread: ServiceThread) async {
    var next: ChatLink? = first
    while let link = next {
      for await value in link.unasked {
        for event in await hear(value) { tell(event) }
      }
      guard case .connected = state else { return }
      state = .waiting
      tell(.disconnected)
      next = await reconnected(on: thread)
    }
  }

  private func reconnected(on thread: ServiceThread) async -> ChatLink? {
    var backOff = BackOff(first: .milliseconds(50), longest: .seconds(5))
    var told: ChatNotice?
    while case .waiting = state {
      do {
        try await Task.sleep(for: backOff.next(fraction: .random(in: 0...1)))
        let link = try await dial(thread)
        guard case .waiting = state else {
          await link.close()
          return nil
        }
        state = .connected(link)
        tell(.connected)
        return link
      } catch {
        guard case .waiting = state else { continue }
        if let notice = notice(error), notice != told {
          told = notice
          tell(.notice(notice))
        }
        if let refusal = finalRefusal(error) { state = .refused(refusal) }
      }
    }
    return nil
  }
}
