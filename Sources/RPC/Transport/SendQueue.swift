/// The bounded queue of messages that one channel still has to send. It is a pure value and is shared by the carriers.
///
/// It accepts messages until it is closed. The close itself is sent last.
package struct SendQueue: Sendable {
  /// The next thing to send.
  package enum Next: Sendable, Equatable {
    /// A message, which has left the queue.
    case message(Message)
    /// The close, which follows all messages and is returned once.
    case close(CloseCode)
    /// Nothing is waiting.
    case nothing
  }

  private enum State {
    case open
    case closing(CloseCode)
    case over
  }

  private static let keptCapacity = 64

  private var budget: SendBudget
  private var messages: [Message] = []
  // The index of the first message that has not been sent. Moving an index is cheaper than shifting the array for each
  // message.
  private var first = 0
  private var state = State.open

  /// The cost of the queued messages: their bytes, plus 32 for each.
  package var bytes: Int { budget.bytes }
  /// Whether somebody waits until ``hasDrained()`` returns true.
  package var isDrainAwaited: Bool { budget.isDrainAwaited }

  /// Makes an empty queue.
  package init(limits: Limits) { budget = SendBudget(limits: limits) }

  /// Whether the queue accepts no more messages.
  package var isClosed: Bool {
    if case .open = state { false } else { true }
  }

  /// Whether `next` would return `.nothing`.
  package var isEmpty: Bool {
    if case .closing = state { false } else { first == messages.count }
  }

  /// Appends a message as a whole or refuses it. An empty queue accepts any message within the message limit.
  package mutating func append(_ message: Message) throws(ChannelError) {
    guard case .open = state else { throw .closed }
    try budget.take(message)
    messages.append(message)
  }

  /// Closes the queue: it accepts no more messages, and the close follows the last of them. Only the first call has an
  /// effect.
  package mutating func close(_ code: CloseCode) {
    guard case .open = state else { return }
    state = .closing(code)
  }

  /// Drops all messages and the close.
  package mutating func abandon() {
    state = .over
    messages = []
    first = 0
    budget.reset()
  }

  /// Removes and returns the next thing to send.
  package mutating func next() -> Next {
    guard first < messages.count else {
      guard case .closing(let code) = state else { return .nothing }
      state = .over
      return .close(code)
    }
    let message = messages[first]
    messages[first] = .binary([])
    first += 1
    budget.giveBack(SendBudget.cost(of: message))
    if first == messages.count {
      messages.removeAll(keepingCapacity: messages.capacity <= Self.keptCapacity)
      first = 0
    } else if first >= Self.keptCapacity, first * 2 >= messages.count {
      messages.removeFirst(first)
      first = 0
    }
    return .message(message)
  }

  /// Whether the queue has fallen below its low-water mark after it had reached it or refused a message. It returns
  /// true once.
  package mutating func hasDrained() -> Bool {
    guard case .open = state else { return false }
    return budget.hasDrained()
  }
}
