import Synchronization

/// What a wallet chose for its quotes, so that a payment is built from the choice that was quoted. It is in memory only
/// and reserves nothing: whether a choice is still good is found out when the payment is built.
public final class RememberedQuotes<Choice: Sendable>: Sendable {
  private struct State {
    var choices: [PaymentIntent: Choice] = [:]
    /// The intents in the order of their quotes. An intent that was taken stays until its place is reached.
    var order: [PaymentIntent] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates an object that remembers the choices of this many quotes.
  public init(capacity: Int = 64) {
    self.capacity = capacity
  }

  /// Remembers the choice for the latest quote of an intent. The oldest choices are forgotten.
  public func remember(_ choice: Choice, for intent: PaymentIntent) {
    state.withLock { state in
      state.order.removeAll { $0 == intent }
      state.order.append(intent)
      state.choices[intent] = choice
      if state.order.count > capacity { state.choices[state.order.removeFirst()] = nil }
    }
  }

  /// Returns the choice for an intent, once.
  public func take(_ intent: PaymentIntent) -> Choice? {
    state.withLock { $0.choices.removeValue(forKey: intent) }
  }
}
