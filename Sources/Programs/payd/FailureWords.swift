import OwnerAPI
import PaymentsModel
import Provider
import TerminalUI

/// What the owner is told of a failure: what happened, as the provider says it, and what to type next, which only this
/// program knows.
extension OwnerFailure {
  /// The whole, without a full stop.
  var words: String {
    switch reason {
    case .wrongPin: "\(message); \(nextTry)"
    case .stopping: "payd is stopping; nothing was changed"
    case .startingOrStopping:
      "payd\(data.pid.map { " (pid \($0))" } ?? "") is starting or stopping; ask again in a moment"
    case .notCompared: "the wallet has not told yet what it sent before payd was started; try again once it is ready"
    default: local(message) + next + candidates
    }
  }

  /// The message with its moment in the owner's time zone; the provider says it in UTC.
  private func local(_ message: String) -> String {
    data.until.map { message.replacing($0.text, with: LocalTime.short($0)) } ?? message
  }

  /// Which ones are meant, if what was typed means several.
  private var candidates: String {
    guard let candidates = data.candidates, !candidates.isEmpty else { return "" }
    return ": " + candidates.map { SafeText($0).text }.joined(separator: ", ")
  }

  /// When a PIN can be tried again, or how often before the owner has to wait.
  private var nextTry: String {
    if let wait = data.retryAfterMilliseconds {
      let seconds = max(1, (wait + 999) / 1000)
      return "the next try is in " + (seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes")
    }
    let left = data.triesLeft ?? 0
    return "\(left) \(left == 1 ? "try is" : "tries are") left before you have to wait"
  }

  /// What to do next; empty where nothing can be said beside the message.
  private var next: String {
    switch reason {
    case .codeRequired: ": payd approve NUMBER --code DIGITS"
    case .unknownCurrency, .currencyNotFound: "; see: payd status"
    case .needsPeriodLimit: ": add, for example, --per day AMOUNT"
    case .emptyPeriod: "; note that its last day is the one before --to"
    case .badNote: ", as payd audit head prints it"
    case .questionNotFound: "; see: payd questions"
    case .appNotFound, .appNotPaired: "; see: payd apps"
    case .sessionNotFound: "; see: payd sessions"
    case .orderNotOpen: "; payd abandon without one lists them"
    case .sendNotFound: "; see: payd sends --all"
    case .heldOrderNotFound: "; say an order that payd sends lists, own, or forgotten"
    case .otherProvider: "; name the other's folder by --state"
    case .feeRisen: "; look at it again with payd questions"
    case .feeOutdated, .otherParams: "; look at payd questions again"
    case .feeUnknown, .notReady: "; look at payd questions in a moment"
    case .maybePaid: "; look first: payd sends"
    case .sendsFirst: ": payd sends"
    case .feeAboveCap: "; ask again without --fee"
    case .pinRequired: "; type it when asked, or give a file that holds it: --pin-file"
    case .overLimit: ": raise the limit with payd limit, or deny it"
    case .walletLocked: ": payd unlock"
    case .payingStopped: ". Look first: payd sends"
    case .programMissing: ": install it beside payd"
    case .olderFiles: "; start payd once, then ask again"
    case .notRunning: ": payd is not running here; start it with: payd run"
    case .noAnswer: "; ask again with: payd status"
    case .usage, .notFound, .conflict, .ambiguousQuestion, .ambiguousApp, .ambiguousSession, .decided,
      .notCompared, .wrongCode, .locked, .wrongPin,
      .insufficientFunds, .atWriterOnly, .lockedInWallet, .unavailable, .stopping, .startingOrStopping, .internalError:
      ""
    }
  }

  /// The exit status of a command that failed so.
  var exitStatus: ExitStatus {
    switch reason.kind {
    case .usage: .usage
    case .notFound, .conflict: .dataError
    case .notPermitted: .notPermitted
    case .walletLocked: .tryAgain
    case .unavailable: .unavailable
    case .internalError: .software
    }
  }
}

extension ProviderStartError {
  /// The state folder of a ledger in files.
  private static func stateFolder(of ledger: String) -> String {
    let folder = ledger.utf8.last == UInt8(ascii: "/") ? String(ledger.unicodeScalars.dropLast()) : ledger
    return folder.hasSuffix("/ledger") ? String(folder.dropLast("/ledger".count)) : folder
  }

  /// What to do where a ledger is of other money.
  static func adviceOnOtherMoney(_ ledger: String) -> String {
    "keep it, and give this wallet one of its own, with its own key: move the state folder away, as by\n"
      + "  mv \(Self.stateFolder(of: ledger)) \(Self.stateFolder(of: ledger))-before\n"
      + "or start payd with another one: payd run --state FOLDER (with ledger: postgresql://…, name another database)"
  }

  /// What happened and what to do.
  var words: String {
    switch self {
    case .alreadyRunning(let pid):
      "another payd\(pid.map { " (pid \($0))" } ?? "") uses this state folder; stop it, or give --state another folder"
    case .unusableLedger(let fault, let folder): "cannot use the ledger: \(LedgerWords(fault: fault, folder: folder))"
    case .otherMoney(_, let ledger):
      "\(description); \(Self.adviceOnOtherMoney(ledger))"
    case .revoked(let name):
      description
        + "; to let it in again, type at the payd that writes: payd daemons add \(name) KEY (payd daemons key "
        + "shows the key)"
    default: description
    }
  }
}
