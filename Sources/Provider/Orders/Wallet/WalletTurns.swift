package import PaymentsModel
import Synchronization
package import WalletBackend

/// Assigns turns at one wallet, which handles its calls one after the other. Without turns the app with the most calls
/// would occupy the wallet, and to the other apps it would seem not to answer.
package final class WalletTurns: Sendable {
  /// The app and the purpose of a call.
  private struct Call {
    let rank: TurnQueue.Rank
    let app: AppKey?
    /// Whether the call may be refused, because an app made it and can repeat it.
    let isBounded: Bool
  }

  private struct State {
    var queue: TurnQueue
    var pace = WorkPace()
    var waiting: [TurnQueue.Ticket: CheckedContinuation<Bool, Never>] = [:]
    /// The outcome for calls whose task does not wait for it yet.
    var settled: [TurnQueue.Ticket: Bool] = [:]

    mutating func settle(_ ticket: TurnQueue.Ticket, _ isGiven: Bool) -> CheckedContinuation<Bool, Never>? {
      if let waiter = waiting.removeValue(forKey: ticket) { return waiter }
      settled[ticket] = isGiven
      return nil
    }
  }

  /// The number of calls that run at the same time. It is more than one, so that a wallet can use several connections.
  private static let width = 4
  /// The largest number of waiting calls of one app.
  private static let mostOfAnApp = 32

  /// How long an app's call may wait for its turn.
  private let patience: Duration
  private let state: Mutex<State>
  private let waits = DelayQueue()
  private let largest = SharedReading<Amount>()
  private let balance = SharedReading<WalletBalance>()

  package init(
    width: Int = WalletTurns.width, mostOfAnApp: Int = WalletTurns.mostOfAnApp, patience: Duration = .seconds(20)
  ) {
    self.patience = patience
    state = Mutex(State(queue: TurnQueue(width: width, mostOfAnApp: mostOfAnApp)))
  }

  /// Waits for the turn of a call that may be refused. Unless this throws, ``end()`` has to be called afterwards.
  ///
  /// - Throws: ``WalletCallFailure/busy(retryAfterMilliseconds:)`` if the app has too many waiting calls, or the call waited for too long.
  package func begin(_ rank: TurnQueue.Rank, for app: AppKey?) async throws(WalletCallFailure) {
    switch await hasTurn(Call(rank: rank, app: app, isBounded: true)) {
    case .given: break
    case .refused: throw WalletCallFailure.busy(retryAfterMilliseconds: wait(atLeast: 1000))
    case .tooLate: throw WalletCallFailure.busy(retryAfterMilliseconds: wait(atLeast: 5000))
    }
  }

  /// Waits for the turn of a step of an order, which is never refused. Unless this throws, ``end()`` has to be called
  /// afterwards.
  ///
  /// - Throws: ``WalletError/timeout`` if the task was cancelled.
  package func begin(_ rank: TurnQueue.Rank, ofOrderOf app: AppKey) async throws(WalletError) {
    guard await hasTurn(Call(rank: rank, app: app, isBounded: false)) == .given else { throw .timeout }
  }

  /// Waits for a turn that ends when it is released; see ``begin(_:for:)``.
  package func turn(for app: AppKey) async throws(WalletCallFailure) -> WalletTurn {
    try await begin(.order, for: app)
    return WalletTurn(self)
  }

  /// Waits for a turn that ends when it is released; see ``begin(_:ofOrderOf:)``.
  package func turn(ofOrderOf app: AppKey) async throws(WalletError) -> WalletTurn {
    try await begin(.payment, ofOrderOf: app)
    return WalletTurn(self)
  }

  /// Ends the turn of a call, whether it succeeded or not.
  package func end() {
    let waiter = state.withLock { state in
      state.pace.ended(at: .now, isBusy: state.queue.count > 0)
      return state.queue.end().flatMap { state.settle($0, true) }
    }
    waiter?.resume(returning: true)
  }

  /// Returns the largest amount that can be paid. Concurrent callers share one call of the wallet.
  package func largestPayment(_ wallet: any WalletBackend) async throws(WalletCallFailure) -> Amount {
    let outcome = await largest.read { [self] begun in
      do throws(WalletCallFailure) { try await begin(.reading, for: nil) } catch { return .failure(error) }
      defer { end() }
      begun()
      do throws(WalletError) { return .success(try await wallet.largestPayment()) } catch {
        return .failure(.wallet(error))
      }
    }
    return try outcome.get()
  }

  /// Returns the wallet's balance. Concurrent callers share one call of the wallet.
  package func balance(_ wallet: any WalletBackend) async throws(WalletCallFailure) -> WalletBalance {
    let outcome = await balance.read { [self] begun in
      do throws(WalletCallFailure) { try await begin(.reading, for: nil) } catch { return .failure(error) }
      defer { end() }
      begun()
      do throws(WalletError) { return .success(try await wallet.balance()) } catch { return .failure(.wallet(error)) }
    }
    return try outcome.get()
  }

  // MARK: Turns

  /// When all calls that wait now will have had their turn, within a minute.
  private func wait(atLeast least: Int) -> Int {
    state.withLock { min(max($0.pace.milliseconds(for: $0.queue.count), least), 60_000) }
  }

  private enum Turn { case given, refused, tooLate }

  private func hasTurn(_ call: Call) async -> Turn {
    switch state.withLock({ $0.queue.arrive(call.rank, call.app, isBounded: call.isBounded) }) {
    case .begins: return .given
    case .refused: return .refused
    case .waits(let ticket):
      if call.isBounded { waits.run(after: patience) { [weak self] in self?.giveUp(ticket) } }
      let isGiven = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in wait(ticket, continuation) }
      } onCancel: {
        giveUp(ticket)
      }
      return isGiven ? .given : .tooLate
    }
  }

  private func wait(_ ticket: TurnQueue.Ticket, _ continuation: CheckedContinuation<Bool, Never>) {
    let outcome = state.withLock { state -> Bool? in
      guard let outcome = state.settled.removeValue(forKey: ticket) else {
        state.waiting[ticket] = continuation
        return nil
      }
      return outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  private func giveUp(_ ticket: TurnQueue.Ticket) {
    let waiter = state.withLock { $0.queue.leave(ticket) ? $0.settle(ticket, false) : nil }
    waiter?.resume(returning: false)
  }
}

/// A turn that is handed from one task to another. It ends when nobody holds it any more.
package final class WalletTurn: Sendable {
  private let turns: WalletTurns

  fileprivate init(_ turns: WalletTurns) {
    self.turns = turns
  }

  deinit { turns.end() }
}
