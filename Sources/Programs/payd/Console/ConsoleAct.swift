import OwnerAPI
import OwnerSocket

/// What the console asks the daemon to do.
enum ConsoleAct: Equatable, Sendable {
  case approve(ApproveQuestion.Params)
  case deny(DenyQuestion.Params)
  case lock
  case unlock(UnlockWallet.Params)

  /// Whether it says yes to a question.
  var isYes: Bool { if case .approve = self { true } else { false } }

  /// The PIN that goes with it, where it can need one.
  var pin: String? {
    get {
      switch self {
      case .approve(let params): params.pin
      case .unlock(let params): params.pin
      case .deny, .lock: nil
      }
    }
    set {
      switch self {
      case .approve(var params):
        params.pin = newValue
        self = .approve(params)
      case .unlock(var params):
        params.pin = newValue
        self = .unlock(params)
      case .deny, .lock: break
      }
    }
  }

  /// Asks the daemon, and answers what it decided about a question; blocks the thread.
  func carryOut(_ socket: OwnerSocketClient) throws(OwnerFailure) -> OwnerDecision? {
    switch self {
    case .approve(let params): return try socket.call(ApproveQuestion.self, params)
    case .deny(let params): return try socket.call(DenyQuestion.self, params)
    case .lock: _ = try socket.call(LockWallet.self, OwnerNothing())
    case .unlock(let params): _ = try socket.call(UnlockWallet.self, params)
    }
    return nil
  }
}
