import TestSupport

/// One step of a run. Its details are drawn from its own seed and from the present state, so that some steps can be
/// removed and the others remain meaningful.
struct ModelStep {
  enum Kind: CaseIterable {
    /// An app orders a payment, or repeats an earlier request.
    case submit, repeatRequest
    /// The app cancels an order.
    case cancel
    /// The owner approves, denies, locks or unlocks.
    case approve, deny, lock, unlock
    /// An event is delivered to an order, or an answer of the wallet is delivered a second time.
    case deliver, deliverAgain
    /// A call of the wallet begins that is due.
    case call
    /// A call that was given up long ago takes effect in the wallet.
    case lateCall
    /// Time passes, or the clock is set.
    case wait, clockJump
    /// The daemon is killed between two steps or during one, and is started again.
    case crash, crashWhileStoring, crashAfterStoring
    /// The wallet's daemon loses its locks, changes its state or its fee, or will fail at a call.
    case walletRestart, walletStatus, fee, fault
    /// The network finds blocks, removes a block, loses a transaction, or sees another transaction spend its coins.
    case mine, reorganise, drop, doubleSpend
    /// The disk becomes full, or has room again.
    case diskFull

    /// The relative frequency of the step.
    var weight: Int {
      switch self {
      case .deliver: 60
      case .call: 50
      case .submit: 18
      case .wait, .approve: 20
      case .mine: 8
      case .fault: 7
      case .deliverAgain, .lateCall: 6
      case .fee: 12
      case .repeatRequest, .crash: 4
      case .crashWhileStoring, .crashAfterStoring, .cancel, .walletStatus: 3
      case .unlock: 4
      case .deny, .lock, .clockJump, .walletRestart, .drop, .diskFull: 2
      case .reorganise, .doubleSpend: 1
      }
    }
  }

  let kind: Kind
  let seed: UInt64

  /// Returns the steps of a run.
  static func sequence(_ count: Int, seed: UInt64) -> [ModelStep] {
    var random = SeededRandom(seed)
    let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    return (0..<count).compactMap { _ in
      random.pick(kinds).map { ModelStep(kind: $0, seed: random.next()) }
    }
  }
}
