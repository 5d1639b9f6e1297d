import OwnerAPI
import PaymentsModel
import Provider
import TerminalUI

/// The status of the daemon for people: first what stops it, then the wallets, then what waits, then what it is. It is
/// readable from 40 columns on.
struct StatusView {
  let answer: GetProviderStatus.Result
  let terminal: Terminal
  /// The program of this command and its version, such as `payd/0.9.0`, which is what a restart would run.
  var software = Run.software

  private var style: TextStyle { TextStyle(isEnabled: terminal.allowsColor()) }
  private var width: Int { max(20, terminal.width()) }

  /// All lines.
  var lines: [String] {
    let alarms = self.alarms
    return alarms + (alarms.isEmpty ? [] : [""]) + answer.currencies.flatMap(wallet) + reminder + [""]
      + facts.lines(for: terminal)
  }

  // MARK: What stops paying

  private var alarms: [String] {
    var alarms: [String] = []
    if answer.software != software, answer.software.utf8.starts(with: "payd/".utf8) {
      alarms.append(
        localized(
          "OTHER VERSION: \(answer.software) runs, and this command is of \(software); after an upgrade restart it: "
            + "systemctl --user restart payport.service, or type payd stop and then payd run"))
    }
    switch answer.lockedBecause {
    case .unvouchedLedger:
      alarms.append(
        localized(
          "LOCKED: payd took over a ledger that its state folder knew nothing of. If it is an older copy, it lacks what you "
            + "locked, revoked, lowered or denied since, and invoices. Look at payd apps, payd grants and payd sends; then "
            + "type: payd unlock"))
    case .owner, nil:
      if answer.locked { alarms.append(localized("LOCKED: nothing is paid until you unlock it: payd unlock")) }
    }
    if let ahead = answer.clockAheadSeconds {
      alarms.append(
        (ahead > 0
          ? localized("CLOCK: this machine's is \(ahead) seconds ahead of that of the database's server: ")
          : localized("CLOCK: this machine's is \(-ahead) seconds behind that of the database's server: "))
          + "sudo timedatectl set-ntp true")
    }
    for currency in answer.currencies where currency.stopped {
      alarms.append(
        localized(
          "STOPPED: \(ApprovalText.safe(currency.code)) is not paid before you have looked at what the wallet sent: "
            + "payd sends"))
    }
    if answer.paymentsToLookAt > 0 {
      let count = answer.paymentsToLookAt
      alarms.append(
        count == 1
          ? localized("LOOK: 1 order may be paid already, or have ended: payd sends")
          : localized("LOOK: \(count) orders may be paid already, or have ended: payd sends"))
    }
    for order in answer.ordersReversed {
      alarms.append(
        localized(
          "TAKEN BACK: \(order.id), \(order.amount.text) \(ApprovalText.safe(order.currency)) had succeeded, then another "
            + "transaction spent its coins; the recipient has not got it"))
    }
    for order in answer.ordersWithoutWallet {
      alarms.append(
        localized(
          "NO WALLET: \(order.id), \(order.state.text): \(ApprovalText.safe(order.currency)) is not configured any more"
        )
      )
    }
    return alarms.flatMap { alarm in
      TableLayout.wrapped(ApprovalText.safe(alarm), columns: width).map { style.text($0, .warning) }
    }
  }

  // MARK: Wallets

  /// A line with the state, and below it why and what to do.
  private func wallet(_ currency: CurrencyReport) -> [String] {
    let isReady = currency.ready == "ready"
    var head = "\(ApprovalText.safe(currency.code)): "
    head +=
      isReady && (currency.stopped || answer.locked) ? localized("receives only") : ReadyText.words(currency.ready)
    if currency.trouble?.problem == .notAsked { head = localized("\(ApprovalText.safe(currency.code)): not asked yet") }
    if let height = currency.height { head += localized(", block \(height)") }
    head += currency.madeUp ? localized(", MADE-UP MONEY") : ", \(ApprovalText.safe(currency.network))"
    var lines = TableLayout.wrapped(head, columns: width).map { style.text($0, isReady ? .good : .warning) }
    for notice in currency.notices ?? [] {
      lines += indented(notice.sentence) + indented(notice.advice(WalletCommandLine(currency)))
    }
    guard let trouble = currency.trouble, trouble.problem != .notAsked else { return lines }
    lines += indented(trouble.sentence)
    lines += trouble.advice(configuration: answer.configuration, WalletCommandLine(currency)).map(indented) ?? []
    return lines
  }

  /// A wallet that is unavailable may need another configuration, which a daemon that runs reads when it is told to.
  private var reminder: [String] {
    guard answer.currencies.contains(where: { $0.trouble?.problem != .notAsked && $0.ready == "unavailable" }) else {
      return []
    }
    return TableLayout.wrapped(
      localized("After a change of the configuration: payd reload, which says what needs a restart of payd."),
      columns: width)
  }

  private func indented(_ text: String) -> [String] {
    TableLayout.wrapped(ApprovalText.safe(text), columns: width - 2).map { "  " + $0 }
  }

  // MARK: The rest

  private var paying: String {
    let count = answer.paymentsWaiting
    guard answer.locked else {
      return count == 0
        ? localized("not locked")
        : count == 1
          ? localized("not locked; 1 approved payment not sent yet: payd payments")
          : localized("not locked; \(count) approved payments not sent yet: payd payments")
    }
    guard count > 0 else { return localized("locked; nothing is paid when you unlock") }
    return count == 1
      ? localized("locked; 1 approved payment goes on when you unlock: payd payments")
      : localized("locked; \(count) approved payments go on when you unlock: payd payments")
  }

  private var facts: KeyValueList {
    var list = KeyValueList()
    list.append(
      "questions", answer.questions == 0 ? localized("none") : localized("\(answer.questions) waiting: payd questions"))
    list.append(
      "in flight",
      answer.paymentsInFlight == 0 ? localized("none") : localized("\(answer.paymentsInFlight) sent and followed"))
    list.append("paying", paying)
    list.append("PIN", answer.pin ? localized("set") : localized("none: payd pin set"))
    list.append("sessions", localized("\(answer.sessions) open"))
    list.append("apps", localized("\(answer.apps) paired"))
    list.append("name", answer.name)
    if let writer = answer.standbyFor {
      list.append("stands by", localized("what is above is of \(writer), which writes the ledger"))
    }
    list.append("running", localized("since \(LocalTime.text(answer.startedAt))"))
    list.append("process", "\(answer.pid)")
    list.append("version", answer.software)
    list.append("address", answer.url)
    list.append("ledger", answer.epoch.map { localized("\(answer.ledger), epoch \($0)") } ?? answer.ledger)
    list.append("configuration", answer.configuration ?? localized("no file: made-up money only"))
    return list
  }
}

/// How a wallet is, as people read it.
enum ReadyText {
  /// The word of the protocol, or what it is in the language of the person.
  static func words(_ ready: String) -> String {
    switch ready {
    case "ready": localized("ready")
    case "syncing": localized("syncing")
    case "unavailable": localized("unavailable")
    default: ApprovalText.safe(ready)
    }
  }
}
