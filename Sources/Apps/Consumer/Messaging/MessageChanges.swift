public import MessagingAPI
import PaymentsModel

/// The changes of this app's messages, across lost connections. Each element is the current state of a message, in the
/// order of the changes. If a message changes several times before it is read, it is delivered once.
///
/// The sequence ends only with an error or by cancellation (`CancellationError`). With ``EventStart/remembered`` it
/// continues after the last message that was handled, also after a restart of the app.
public struct MessageChanges: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = PaymentMessage

  let client: MessagingClient
  let start: EventStart

  /// Starts the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(session: client.session, start: start) }

  /// Delivers the messages one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let session: PaymentsClient
    private let start: EventStart
    private var waiting: [PaymentMessage] = []
    private var cursor: EventCursor?
    private var handled: EventCursor?

    init(session: PaymentsClient, start: EventStart) {
      self.session = session
      self.start = start
    }

    /// Returns the next message. The call confirms that the previous message was handled.
    public mutating func next() async throws -> PaymentMessage? {
      var cursor = try await begin()
      if start == .remembered, let handled { try await session.remember(handled) }
      handled = nil
      while waiting.isEmpty {
        try Task.checkCancellation()
        let version = session.feed.changes.version
        let page = try await session.call(ListMessages.self, ListMessages.Params(since: cursor, limit: 100))
        waiting = page.messages
        cursor = page.cursor
        self.cursor = cursor
        if waiting.isEmpty { try await session.feed.changes.wait(beyond: version) }
      }
      let message = waiting.removeFirst()
      handled = message.cursor
      return message
    }

    private mutating func begin() async throws -> EventCursor {
      if let cursor { return cursor }
      let begun: EventCursor
      switch start {
      case .now: begun = try await session.currentSession().eventCursor
      case .after(let seen): begun = seen
      case .remembered, .acknowledged: begun = try await session.rememberedCursor()
      }
      cursor = begun
      return begun
    }
  }
}

extension MessagingClient {
  /// Returns the changes of this app's messages.
  public func changes(_ start: EventStart = .now) -> MessageChanges { MessageChanges(client: self, start: start) }
}
