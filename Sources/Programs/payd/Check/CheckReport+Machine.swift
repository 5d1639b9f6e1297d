import OwnerAPI
import OwnerSocket
import PaymentsModel
import Platform
import Provider
import RPCRuntime
import TerminalUI

/// The daemon, the wallets, and what the machine has to offer.
extension CheckReport {
  /// Tells whether payd runs, and with which configuration.
  ///
  /// - Returns: the currencies that it serves, with their networks; `nil` if none runs with this configuration.
  mutating func daemon(
    _ directories: PayportDirectories, _ choice: ConfigurationChoice
  ) -> [(currency: String, network: String)]? {
    do throws(OwnerFailure) {
      let status = try OwnerSocketClient(path: directories.ownerSocket).call(GetProviderStatus.self, OwnerNothing())
      let text = localized("runs as process \(status.pid), since \(LocalTime.text(status.startedAt))")
      guard status.configuration == choice.path else {
        add(
          .warning, on: "payd",
          localized("\(text), with \(status.configuration ?? localized("no configuration"))"),
          advice: localized("To check that one, name it with --config; to use this one, restart payd with it."))
        return nil
      }
      add(.ok, on: "payd", text)
      return status.currencies.map { ($0.code, $0.network) }
    } catch {
      if error.reason == .notRunning {
        add(.ok, on: "payd", localized("does not run; payd run starts it"))
      } else {
        add(.failure, on: "payd", error.words)
      }
      return nil
    }
  }

  /// Tells whether made-up money and real money, or two chains of a currency, would share a ledger: payd refuses that.
  ///
  /// - Parameter known: what the ledger was used with.
  mutating func money(
    _ looks: [WalletTrial.Look], _ known: [(currency: String, network: String)], ledger: String
  ) {
    let wanted = looks.flatMap(\.networks)
    if let mismatch = LedgerMoney.mismatch(of: wanted, with: []) {
      add(
        .failure, on: localized("money"), mismatch.sentence,
        advice:
          localized(
            "Take one of the wallets out; give it a configuration and a state folder of its own: payd run --state FOLDER"
          ))
    } else if let mismatch = LedgerMoney.mismatch(of: wanted, with: known) {
      let error = ProviderStartError.otherMoney(mismatch, ledger: ledger)
      add(.failure, on: localized("money"), error.description, advice: ProviderStartError.adviceOnOtherMoney(ledger))
    }
  }

  /// Tells what a wallet answered.
  mutating func wallet(_ look: WalletTrial.Look, configuration: String?) {
    let subject = localized("wallet \(look.codes.joined(separator: ", "))")
    switch look.outcome {
    case .madeUp: add(.ok, on: subject, localized("made-up money on a simulated network; it is worth nothing"))
    case .notMade(let problem):
      add(
        .failure, on: subject, problem, advice: localized("Correct \(configuration ?? localized("the configuration")).")
      )
    case .answered(let report):
      for notice in report.notices ?? [] {
        add(.warning, on: subject, notice.sentence, advice: notice.advice(WalletCommandLine(report)))
      }
      guard let trouble = report.trouble else {
        let height = report.height.map { localized(", block \($0)") } ?? ""
        let words = "\(ReadyText.words(report.ready))\(height), \(report.network)"
        add(report.ready == "ready" ? .ok : .warning, on: subject, words)
        return
      }
      let isPassing = report.ready != "unavailable"
      add(
        isPassing ? .warning : .failure, on: subject, trouble.sentence,
        advice: trouble.advice(configuration: configuration, WalletCommandLine(report)))
    }
  }

  /// Whether the clock can be right at all: this was written in 2026.
  mutating func clock(_ now: Timestamp) {
    guard let earliest = Timestamp("2026-01-01T00:00:00Z"), now < earliest else { return }
    add(
      .failure, on: localized("clock"), localized("the clock says \(LocalTime.text(now)), which is in the past"),
      advice: localized("Type: sudo timedatectl set-ntp true"))
  }

  /// Compares the clock with the chain. What the chain tells lies in the past, so a clock before it is slow.
  mutating func clock(_ now: Timestamp, _ look: WalletTrial.Look) {
    guard case .answered(let report) = look.outcome, let chain = look.chainTime else { return }
    let minutes = chain.since(now).components.seconds / 60
    if minutes > 10 {
      add(
        .failure, on: localized("clock"),
        localized("the clock is \(minutes) minutes behind the chain of \(report.code)"),
        advice: localized("Type: sudo timedatectl set-ntp true"))
    } else if report.ready == "ready", report.network == "mainnet", minutes < -24 * 60 {
      add(
        .warning, on: localized("clock"),
        localized("the newest block of \(report.code) is \(-minutes / 60) hours old by this clock"),
        advice: localized("Look whether the clock is right and the wallet's daemon has peers."))
    } else {
      add(.ok, on: localized("clock"), localized("agrees with the chain of \(report.code)"))
    }
  }

  /// Whether questions can be shown on the desktop.
  mutating func notifications(_ mode: DesktopNotificationMode) {
    guard mode == .auto else {
      return add(
        .ok, on: localized("notifications"), localized("off: questions and payments are shown at the console only"))
    }
    guard let bus = Self.sessionBus else {
      add(
        .warning, on: localized("notifications"),
        localized("there is no session bus, so questions are shown at the console only"),
        advice: localized("If that is meant, set notifications: off in the configuration."))
      return
    }
    add(.ok, on: localized("notifications"), localized("the session bus \(bus) is there"))
  }

  /// Whether statements can be made as PDF files, by making one without payments.
  mutating func statements() async {
    if let problem = await StatementTrial.problem() {
      add(
        .warning, on: localized("statements"), problem,
        advice: localized("Install payport-statement beside payd; all else works without it.")
      )
      return
    }
    if StatementTrial.hasFonts {
      add(.ok, on: localized("statements"), localized("PDF files can be made"))
    } else {
      add(
        .warning, on: localized("statements"), localized("there are no fonts, so PDF files are unreadable"),
        advice: localized("Type: sudo apt install fonts-dejavu-core"))
    }
  }

  /// The socket of the session bus; `nil` if there is none.
  static var sessionBus: String? {
    let named = PayportDirectories.environmentVariable("DBUS_SESSION_BUS_ADDRESS").flatMap {
      address -> String? in
      let prefix = "unix:path="
      guard address.utf8.starts(with: prefix.utf8) else { return nil }
      return String(address.unicodeScalars.dropFirst(prefix.utf8.count).prefix { $0 != "," && $0 != ";" })
    }
    let standard = PayportDirectories.environmentVariable("XDG_RUNTIME_DIR").map { $0 + "/bus" }
    return [named, standard].compactMap(\.self).first { FileFacts($0)?.isSocket == true }
  }
}
