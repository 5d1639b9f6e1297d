import PaymentsModel
import Synchronization
import WalletBackend

/// The attempts that this program has begun and that have not ended. There is one for a hash at most.
///
/// An attempt outlives the call that began it, because a node may take minutes: the caller waits a while, and asks later what
/// became of the hash.
final class AttemptsUnderway: Sendable {
  /// What is known of an attempt that is not waited for any more.
  enum Outcome: Sendable {
    /// The node was not asked to pay.
    case notMade
    /// The node has told that the attempt is over, or that it makes none.
    case over
    /// The node was asked, and has not told. It may still begin.
    case doubtful
  }

  /// How long a node may take to begin an attempt that it was asked for.
  static let slowestBeginning = Duration.seconds(120)

  private struct State {
    var tasks: [String: Task<Outcome, Never>] = [:]
    /// Until when a node may begin what it was asked for and has not told the end of; the past where it has.
    var beginnings: [String: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())
  /// The clock of the machine, which nobody sets.
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
    start = now()
  }

  /// Whether an attempt at the hash goes on.
  func has(_ paymentHash: String) -> Bool { state.withLock { $0.tasks[paymentHash] != nil } }

  /// Whether the node may still begin an attempt: it was asked a short while ago, perhaps by this program before it was
  /// started, and has not told its end.
  func mayBegin(_ paymentHash: String) -> Bool {
    let end = state.withLock { $0.beginnings[paymentHash] } ?? start + Self.slowestBeginning
    return now() < end
  }

  /// Begins an attempt, unless one at the hash goes on, or too many at others.
  ///
  /// - Returns: the attempt, or `nil` if there is none.
  func begin(_ paymentHash: String, _ attempt: @escaping @Sendable () async -> Outcome) -> Task<Outcome, Never>? {
    state.withLock { state in
      guard state.tasks[paymentHash] == nil, state.tasks.count < LightningWallet.mostAttempts else { return nil }
      let task = Task {
        let outcome = await attempt()
        self.end(paymentHash, outcome)
        return outcome
      }
      state.tasks[paymentHash] = task
      return task
    }
  }

  private func end(_ paymentHash: String, _ outcome: Outcome) {
    let now = now()
    state.withLock { state in
      state.tasks[paymentHash] = nil
      // What lies in the past is known as long as it differs from what is not known at all.
      if now > start + Self.slowestBeginning { state.beginnings = state.beginnings.filter { $0.value > now } }
      switch outcome {
      case .notMade: break
      case .over: state.beginnings[paymentHash] = now
      case .doubtful: state.beginnings[paymentHash] = now + Self.slowestBeginning
      }
    }
  }
}
