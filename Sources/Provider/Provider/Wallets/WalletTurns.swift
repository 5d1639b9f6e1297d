import PaymentsAPI
import PaymentsModel
import Synchronization
import WalletBackend

/// The turns at one wallet, which does one thing after another: without them the app that asks most has it, and what
/// waits behind is taken for a wallet that does not answer.
final class WalletTurns: Sendable {
  /// Whose call it is, and what for.
  private struct Call {
    let rank: TurnQueue.Rank
    let app: AppKey?
    /// Whether it may be refused: an app asks, and can ask again.
    let isBounded: Bool
  }

  private struct State {
    var queue: TurnQueue
    var waiting: [TurnQueue.Ticket: CheckedContinuation<Bool, Never>] = [:]
    /// What became of those whose task does not wait for it yet.
    var settled: [TurnQueue.Ticket: Bool] = [:]

    mutating func settle(_ ticket: TurnQueue.Ticket, _ isGiven: Bool) -> CheckedContinuation<Bool, Never>? {
      if let waiter = waiting.removeValue(forKey: ticket) { return waiter }
      settled[ticket] = isGiven
      return nil
    }
  }

  /// Calls under way at a time. More than one, so that a wallet with several connections has them used.
  private static let width = 4
  /// Calls with which one app may wait.
  private static let mostOfAnApp = 32

  /// How long an app's call may wait for its turn.
  private let patience: Duration
  private let state: Mutex<State>
  private let waits = DelayQueue()
  private let range = SharedReading<WalletAmountRange>()
  private let balance = SharedReading<WalletBalance>()

  init(width: Int = WalletTurns.width, mostOfAnApp: Int = WalletTurns.mostOfAnApp, patience: Duration = .seconds(20)) {
    self.patience = patience
    state = Mutex(State(queue: TurnQueue(width: width, mostOfAnApp: mostOfAnApp)))
  }

  /// Waits for the turn of a call that may be refused; ``end()`` must follow where it does not throw.
  ///
  /// - Throws: `rate_limited` where the app waits with too many calls, or for too long.
  func begin(_ rank: TurnQueue.Rank, for app: AppKey?) async throws(PaymentsFailure) {
    switch await hasTurn(Call(rank: rank, app: app, isBounded: true)) {
    case .given: break
    case .refused: throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: 1000)
    case .tooLate: throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: 5000)
    }
  }

  /// Waits for the turn of a step of an order, which is never refused; ``end()`` must follow where it does not throw.
  ///
  /// - Throws: a time-out where the task was cancelled.
  func begin(_ rank: TurnQueue.Rank, ofOrderOf app: AppKey) async throws(WalletError) {
    guard await hasTurn(Call(rank: rank, app: app, isBounded: false)) == .given else { throw .timeout }
  }

  /// The call is over, whatever came of it.
  func end() {
    let waiter = state.withLock { state in state.queue.end().flatMap { state.settle($0, true) } }
    waiter?.resume(returning: true)
  }

  /// The amounts that can be received and paid: one question at a time, whoever asks.
  func amountRange(_ wallet: any WalletBackend) async throws(PaymentsFailure) -> WalletAmountRange {
    let outcome = await range.read { [self] begun in
      do throws(PaymentsFailure) { try await begin(.reading, for: nil) } catch { return .failure(error) }
      defer { end() }
      begun()
      do throws(WalletError) { return .success(try await wallet.amountRange()) } catch {
        return .failure(.wallet(error))
      }
    }
    return try outcome.get()
  }

  /// What the wallet holds: one question at a time, whoever asks.
  func balance(_ wallet: any WalletBackend) async throws(PaymentsFailure) -> WalletBalance {
    let outcome = await balance.read { [self] begun in
      do throws(PaymentsFailure) { try await begin(.reading, for: nil) } catch { return .failure(error) }
      defer { end() }
      begun()
      do throws(WalletError) { return .success(try await wallet.balance()) } catch { return .failure(.wallet(error)) }
    }
    return try outcome.get()
  }

  // MARK: Turns

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
