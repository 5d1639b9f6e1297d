import TestSupport

/// Something that happens. What exactly is drawn from its own seed and from what is there at the time, so that steps
/// can be left out and the rest still means something.
struct ModelStep {
  enum Kind: CaseIterable {
    /// An app orders a payment, or repeats an earlier request.
    case submit, repeatRequest
    /// The app takes an order back.
    case cancel
    /// The owner answers, locks, unlocks.
    case approve, deny, lock, unlock
    /// An event reaches an order; an answer of the wallet reaches it a second time.
    case deliver, deliverAgain
    /// A call of the wallet begins whose time has come.
    case call
    /// What the wallet was asked long ago, and was given up, takes effect.
    case lateCall
    /// Time goes on; the clock is set.
    case wait, clockJump
    /// The daemon is killed, at any moment or in the middle of a step, and started again.
    case crash, crashWhileStoring, crashAfterStoring
    /// The wallet's daemon forgets its locks, changes its state, its fee; a call is to go wrong.
    case walletRestart, walletStatus, fee, fault
    /// The network finds blocks, takes one back, forgets a transaction, or sees another spend its coins.
    case mine, reorganise, drop, doubleSpend
    /// The disk is full, or has room again.
    case diskFull

    /// How often it happens.
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

  /// So many steps of a run.
  static func sequence(_ count: Int, seed: UInt64) -> [ModelStep] {
    var random = SeededRandom(seed)
    let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    return (0..<count).compactMap { _ in
      random.pick(kinds).map { ModelStep(kind: $0, seed: random.next()) }
    }
  }
}
