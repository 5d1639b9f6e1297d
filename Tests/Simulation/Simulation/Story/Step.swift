import TestSupport

/// Something that happens in the world, at a moment that the schedule decides. What exactly follows from its number, so that
/// the others stay the same where one is left out.
struct Step {
  enum Kind: String, CaseIterable {
    case request, burst, otherRequest, repeatRequest, ask, cancel, approve, remember, approveLate, approveAndDeny, deny
    case invoice, askForInvoice, payInvoice, loseIncoming
    case lock, unlock, mine, reorganise, raiseQuote, fault, slowCall
    case raiseFee, doubleSpend, drop, spendByHand, lookAtSends, forgetLocks
    case outage, recovery, diskFault, lie, rot, databaseFault, powerCut, pause, wireFault, cut, crash, appCrash, wait
    case backup, restore, revoke, changePIN
    case card, answerCard, chatFault, chatCrash

    /// Whether the model of payments has it, as it is traced.
    var isInModel: Bool {
      switch self {
      case .otherRequest, .raiseFee, .doubleSpend, .drop, .spendByHand, .lookAtSends, .diskFault, .lie, .rot,
        .powerCut, .databaseFault, .backup, .restore, .revoke, .changePIN, .invoice, .askForInvoice, .payInvoice,
        .loseIncoming, .card, .answerCard, .chatFault, .chatCrash:
        false
      default: true
      }
    }

    /// How often it happens, beside the others.
    var weight: Int {
      switch self {
      case .request: 24
      case .repeatRequest, .approve: 12
      case .mine, .fault: 8
      case .recovery, .wait, .ask: 6
      case .crash, .wireFault: 5
      case .slowCall, .diskFault, .databaseFault, .invoice, .payInvoice: 4
      case .remember, .approveLate, .unlock, .askForInvoice: 3
      case .burst, .approveAndDeny, .cancel, .deny, .lock, .raiseQuote, .reorganise, .doubleSpend: 2
      case .pause, .lie, .powerCut, .appCrash, .cut, .backup: 2
      case .otherRequest, .raiseFee, .drop, .spendByHand, .lookAtSends, .forgetLocks, .outage: 1
      case .card: 4
      case .answerCard: 6
      case .chatFault: 2
      case .chatCrash: 1
      case .restore, .revoke, .changePIN, .rot, .loseIncoming: 1
      }
    }
  }

  let kind: Kind
  let number: UInt64

  /// The steps of a seed.
  ///
  /// - Parameter kinds: what may happen; what is rare beside everything else is frequent in a story of little.
  static func sequence(_ count: Int, seed: UInt64, of kinds: [Kind] = Kind.allCases) -> [Step] {
    var random = SeededRandom(seed)
    let kinds = kinds.flatMap { [Kind](repeating: $0, count: $0.weight) }
    return (0..<count).map { _ in
      Step(kind: kinds[Int(random.next() % UInt64(kinds.count))], number: random.next())
    }
  }
}
