/// Counts what one channel still has to send, against its limits, and knows when somebody waits for that to become less. It
/// is a pure value and is shared by the carriers.
package struct SendBudget: Sendable {
  // Each message costs this number of bytes besides its own bytes, so that empty messages cannot pile up without limit.
  private static let messageCost = 32

  private let limit: Int
  private let lowWater: Int
  private let messageLimit: Int

  /// The cost of the messages that were not sent yet: their bytes, plus 32 for each.
  package private(set) var bytes = 0
  /// Whether the low-water mark was reached or a message refused, and ``hasDrained()`` has not returned true since.
  package private(set) var isDrainAwaited = false

  /// Makes a budget of which nothing is used.
  package init(limits: Limits) {
    limit = limits.sendQueueBytes
    lowWater = limits.lowWaterBytes
    messageLimit = limits.messageBytes
  }

  /// What a message costs.
  package static func cost(of message: Message) -> Int { message.count + messageCost }

  /// Counts a message, or refuses it. Where nothing waits, any message within the message limit is accepted.
  package mutating func take(_ message: Message) throws(ChannelError) {
    guard message.count <= messageLimit else { throw .messageTooBig }
    let cost = Self.cost(of: message)
    guard bytes == 0 || bytes + cost <= limit else {
      isDrainAwaited = true
      throw .queueFull
    }
    bytes += cost
    if bytes >= lowWater { isDrainAwaited = true }
  }

  /// Counts messages of this cost as sent.
  package mutating func giveBack(_ cost: Int) { bytes = max(0, bytes - cost) }

  /// Counts all messages as dropped. Nobody is told of it.
  package mutating func reset() {
    bytes = 0
    isDrainAwaited = false
  }

  /// Whether it has fallen below the low-water mark while that was awaited. It returns true once.
  package mutating func hasDrained() -> Bool {
    guard isDrainAwaited, bytes < lowWater else { return false }
    isDrainAwaited = false
    return true
  }
}
