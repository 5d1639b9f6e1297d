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
    case .wrongPin: "\(localized(message: message)); \(nextTry)"
    case .stopping: localized("payd is stopping; nothing was changed")
    case .startingOrStopping:
      localized("payd\(data.pid.map { " (pid \($0))" } ?? "") is starting or stopping; ask again in a moment")
    case .notCompared:
      localized("the wallet has not told yet what it sent before payd was started; try again once it is ready")
    default: local(localized(message: message)) + next + candidates
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
      return seconds < 120
        ? localized("the next try is in \(seconds) seconds")
        : localized("the next try is in \((seconds + 59) / 60) minutes")
    }
    let left = data.triesLeft ?? 0
    return left == 1
      ? localized("1 try is left before you have to wait")
      : localized("\(left) tries are left before you have to wait")
  }

  /// What to do next; empty where nothing can be said beside the message.
  private var next: String {
    switch reason {
    case .codeRequired: localized(": payd approve NUMBER --code DIGITS")
    case .unknownCurrency, .currencyNotFound: localized("; see: payd status")
    case .needsPeriodLimit: localized(": add, for example, --per day AMOUNT")
    case .emptyPeriod: localized("; note that its last day is the one before --to")
    case .badNote: localized(", as payd audit head prints it")
    case .questionNotFound: localized("; see: payd questions")
    case .appNotFound, .appNotPaired: localized("; see: payd apps")
    case .sessionNotFound: localized("; see: payd sessions")
    case .orderNotOpen: localized("; payd abandon without one lists them")
    case .sendNotFound: localized("; see: payd sends --all")
    case .heldOrderNotFound: localized("; say an order that payd sends lists, own, or forgotten")
    case .otherProvider: localized("; name the other's folder by --state")
    case .feeRisen: localized("; look at it again with payd questions")
    case .feeOutdated, .otherParams: localized("; look at payd questions again")
    case .feeUnknown, .notReady: localized("; look at payd questions in a moment")
    case .maybePaid: localized("; look first: payd sends")
    case .sendsFirst: ": payd sends"
    case .feeAboveCap: localized("; ask again without --fee")
    case .pinRequired: localized("; type it when asked, or give a file that holds it: --pin-file")
    case .overLimit: localized(": raise the limit with payd limit, or deny it")
    case .walletLocked: ": payd unlock"
    case .payingStopped: localized(". Look first: payd sends")
    case .programMissing: localized(": install it beside payd")
    case .olderFiles: localized("; start payd once, then ask again")
    case .notRunning: localized(": payd is not running here; start it with: payd run")
    case .noAnswer: localized("; ask again with: payd status")
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
    localized(
      "keep it, and give this wallet one of its own, with its own key: move the state folder away, as by\n"
        + "  mv \(Self.stateFolder(of: ledger)) \(Self.stateFolder(of: ledger))-before\n"
        + "or start payd with another one: payd run --state FOLDER (with ledger: postgresql://…, name another database)"
    )
  }

  /// What happened and what to do.
  var words: String {
    switch self {
    case .alreadyRunning(let pid):
      localized(
        "another payd\(pid.map { " (pid \($0))" } ?? "") uses this state folder; stop it, or give --state another folder"
      )
    case .unusableLedger(let fault, let folder):
      localized("cannot use the ledger: \(LedgerWords(fault: fault, folder: folder))")
    case .otherMoney(_, let ledger):
      "\(description); \(Self.adviceOnOtherMoney(ledger))"
    case .revoked(let name):
      description
        + localized(
          "; to let it in again, type at the payd that writes: payd daemons add \(name) KEY (payd daemons key "
            + "shows the key)")
    default: description
    }
  }
}
