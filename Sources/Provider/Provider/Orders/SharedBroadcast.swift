import PaymentsCore
import Synchronization

/// Hands the transaction of several orders to the network once, and tells all of them the outcome.
final class SharedBroadcast: Sendable {
  private struct State {
    var sending: Task<OrderEvent, Never>?
    /// The turn at choosing coins. It ends when the wallet knows which coins it spends.
    var turn: WalletTurn?
  }

  private let state: Mutex<State>

  init(keeping turn: WalletTurn) {
    state = Mutex(State(turn: turn))
  }

  /// Sends, if no other order of the transaction does or did so, and returns the outcome.
  func outcome(_ send: @escaping @Sendable () async -> OrderEvent) async -> OrderEvent {
    let sending = state.withLock { state in
      if let sending = state.sending { return sending }
      let sending = Task {
        let event = await send()
        endTurn()
        return event
      }
      state.sending = sending
      return sending
    }
    return await sending.value
  }

  /// Ends the turn at choosing coins, if it has not ended yet.
  func endTurn() {
    // The turn is released outside of the lock, because its end resumes another task.
    let turn = state.withLock { state in
      defer { state.turn = nil }
      return state.turn
    }
    withExtendedLifetime(turn) {}
  }
}
