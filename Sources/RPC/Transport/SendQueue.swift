/// The bounded queue of what one channel has yet to send: pure, shared by the carriers.
///
/// It takes messages until it is closed; then the last thing to send is the close itself.
package struct SendQueue: Sendable {
  /// What to send next.
  package enum Next: Sendable, Equatable {
    /// A message, which has left the queue.
    case message(Message)
    /// The close, after all messages; it comes once.
    case close(CloseCode)
    /// Nothing is waiting.
    case nothing
  }

  private enum State {
    case open
    case closing(CloseCode)
    case over
  }

  // A flood of empty messages must not grow the queue without bound, so each message costs this much besides its bytes.
  private static let messageCost = 32
  private static let keptCapacity = 64

  private let limit: Int
  private let lowWater: Int
  private let messageLimit: Int
  private var messages: [Message] = []
  // Index of the first message not yet sent: moving it is cheaper than shifting the array for each message.
  private var first = 0
  private var state = State.open
  private var wantsDrained = false

  /// What the queued messages cost: their bytes, and 32 for each.
  package private(set) var bytes = 0

  /// An empty queue.
  package init(limits: Limits) {
    limit = limits.sendQueueBytes
    lowWater = limits.lowWaterBytes
    messageLimit = limits.messageBytes
  }

  /// Whether it takes no more messages.
  package var isClosed: Bool {
    if case .open = state { false } else { true }
  }

  /// Whether `next` would answer nothing.
  package var isEmpty: Bool {
    if case .closing = state { false } else { first == messages.count }
  }

  /// Takes a message, or nothing of it. An empty queue takes any message within the message limit.
  package mutating func append(_ message: Message) throws(ChannelError) {
    guard case .open = state else { throw .closed }
    let count = message.count
    guard count <= messageLimit else { throw .messageTooBig }
    guard first == messages.count || bytes + count + Self.messageCost <= limit else {
      wantsDrained = true
      throw .queueFull
    }
    messages.append(message)
    bytes += count + Self.messageCost
    if bytes >= lowWater { wantsDrained = true }
  }

  /// Takes no more messages; the close follows the last of them. Only the first call counts.
  package mutating func close(_ code: CloseCode) {
    guard case .open = state else { return }
    state = .closing(code)
  }

  /// Drops everything, the close too.
  package mutating func abandon() {
    state = .over
    messages = []
    first = 0
    bytes = 0
    wantsDrained = false
  }

  /// Takes out what is to be sent next.
  package mutating func next() -> Next {
    guard first < messages.count else {
      guard case .closing(let code) = state else { return .nothing }
      state = .over
      return .close(code)
    }
    let message = messages[first]
    messages[first] = .binary([])
    first += 1
    bytes -= message.count + Self.messageCost
    if first == messages.count {
      messages.removeAll(keepingCapacity: messages.capacity <= Self.keptCapacity)
      first = 0
    } else if first >= Self.keptCapacity, first * 2 >= messages.count {
      messages.removeFirst(first)
      first = 0
    }
    return .message(message)
  }

  /// Whether the queue has fallen below its low-water mark since it had reached it or refused a message: true once.
  package mutating func hasDrained() -> Bool {
    guard wantsDrained, bytes < lowWater, case .open = state else { return false }
    wantsDrained = false
    return true
  }
}
