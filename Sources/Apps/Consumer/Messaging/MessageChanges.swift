public import MessagingAPI
import PaymentsModel

/// The changes of this app's messages across lost connections: each message as it stands, in the order in which they
/// changed. What changes several times before it is read is handed out once.
///
/// It ends only by an error or by cancellation (`CancellationError`). With ``EventStart/remembered`` it goes on, also
/// after a restart of the app, behind the last message that was handled.
public struct MessageChanges: AsyncSequence, Sendable {
  /// What it is a sequence of.
  public typealias Element = PaymentMessage

  let client: MessagingClient
  let start: EventStart

  /// Begins the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(session: client.session, start: start) }

  /// Hands out one message after the other.
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

    /// The next message; asking for it says that the one before was handled.
    ///
    /// - Throws: see ``MessagingClient``.
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
      case .remembered: begun = try await session.rememberedCursor()
      }
      cursor = begun
      return begun
    }
  }
}

extension MessagingClient {
  /// The changes of this app's messages.
  public func changes(_ start: EventStart = .now) -> MessageChanges { MessageChanges(client: self, start: start) }
}
