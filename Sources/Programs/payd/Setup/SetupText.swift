import BuiltInWallets
import OwnerAPI
import Provider
import TerminalUI
import WalletBackend
import WalletSearch

/// What `payd setup` says of wallets.
enum SetupText {
  /// There is none.
  static var noWallets: String {
    localized(
      """
      No wallet runs here that payd can use. For real money, start one and type payd setup again: Litecoin Core (litecoind), \
      Bitcoin Core (bitcoind), electrum daemon, a Lightning node (lightningd, lnd, phoenixd), or monerod with monero-wallet-rpc --wallet-dir FOLDER --rpc-bind-port 18083.
      """)
  }

  /// A daemon of Monero has no wallet of its own.
  static var moneroWithoutWallet: String {
    localized(
      """
      monerod runs, and no wallet beside it. For Monero, start one: monero-wallet-rpc --wallet-dir FOLDER --rpc-bind-port 18083
      """)
  }

  /// A program that is configured and does not run.
  static func atRest(_ wallet: FoundWallet) -> String {
    localized(
      "\(wallet.program) has \(list(wallet.sources)), and does not run or answer at \(wallet.url). To use it, start it and type "
        + "payd setup again.")
  }

  /// A wallet, where it was found, and what came of asking it.
  static func lines(of tried: TriedWallet, _ terminal: Terminal) -> [String] {
    let wallet = tried.wallet
    let style = TextStyle(isEnabled: terminal.allowsColor())
    let process = wallet.process.map { localized(" (process \($0))") } ?? ""
    let source = wallet.sources.isEmpty ? "" : localized(", as \(list(wallet.sources)) says")
    let head = localized("\(wallet.currency): \(wallet.program)\(process) at \(wallet.url)\(source)")
    let (state, tone) = state(of: tried)
    let words = (wallet.runsAs.map { [runner($0)] } ?? []) + state
    let width = max(20, terminal.width() - 2)
    return TextWrapping.paragraph(safe(head), columns: width + 2).map { style.text($0, .strong) }
      + words.flatMap { TextWrapping.paragraph(safe($0), columns: width) }.map { "  " + style.text($0, tone) }
  }

  /// Whose program it is.
  static func runner(_ user: SystemUser) -> String { localized("runs as \(safe(user.name))") }

  /// Why nothing was sent to a wallet.
  private static func words(_ problem: WalletListeners.Problem) -> String {
    switch problem {
    case .nobody(let url): localized("nothing listens at \(url); if it has just started, try again in a moment")
    case .other(let url, let user):
      localized("at \(url) a program of \(safe(user.name)) listens, which is not this one; nothing was sent to it")
    case .unknown(let url): localized("it is not known whose program listens at \(url); nothing was sent to it")
    }
  }

  /// What came of asking a wallet, and how good that is.
  static func state(of tried: TriedWallet) -> ([String], TextStyle.Tone) {
    switch tried.finding {
    case .usable(let report):
      let height = report.height.map { localized(", block \($0)") } ?? ""
      let name: String =
        if case .bitcoin(let section) = tried.wallet.section, !section.wallet.isEmpty {
          localized(", wallet \(quoted(section.wallet))")
        } else {
          ""
        }
      guard let trouble = report.trouble else {
        return ([localized("works: \(report.network)\(height)\(name)")], .good)
      }
      return (["\(report.network)\(height)\(name). " + trouble.sentence], .warning)
    case .severalLoaded: return ([localized("works, and has several wallets loaded")], .warning)
    case .noneLoaded: return ([localized("works, and has no wallet loaded")], .warning)
    case .noneOpen:
      let advice = tried.wallet.opensWallets ? "" : localized("; start it with --wallet-dir or --wallet-file")
      return ([localized("works, and has no wallet open") + advice], .warning)
    case .wantsPassword(let trouble): return ([trouble.sentence] + login(tried.wallet), .warning)
    case .absent: return ([localized("does not answer")], .bad)
    case .trouble(let trouble):
      return (
        [trouble.sentence] + (trouble.advice(configuration: nil, commandLine(tried.wallet)).map { [$0] } ?? []), .bad
      )
    case .notAsked(let problem): return ([words(problem)], .bad)
    case .obstacle(let words): return ([words], .bad)
    }
  }

  /// What can be done where a password is missing or wrong.
  private static func login(_ wallet: FoundWallet) -> [String] {
    if case .lightning = wallet.section {
      return [
        localized("It is http-password in .phoenix/phoenix.conf, in the home folder of the user as whom it runs.")
      ]
    }
    guard case .bitcoin = wallet.section else { return [] }
    return [
      localized(
        "It may run as another user, whose files you cannot read. Any user and password that it takes will do: those of "
          + "rpcuser and rpcpassword in its configuration, or a pair that you add to it with rpcauth.")
    ]
  }

  /// A wallet that was made.
  static func newWallet(_ name: String, _ section: BitcoinWalletSection) -> String {
    let client = commandLine(FoundWallet(.bitcoin(section), name: "", of: nil)).text
    return
      localized(
        "The new wallet \(quoted(name)) has no passphrase. Whoever has its file has its money, and a backup of payd does "
          + "not contain it: \(client) -rpcwallet=\(name) backupwallet FILE")
  }

  /// How the owner reaches a wallet by a command line.
  private static func commandLine(_ wallet: FoundWallet) -> WalletCommandLine {
    let networks = ["main": "mainnet", "test": "testnet"]
    return WalletCommandLine(code: wallet.currency, network: networks[wallet.network] ?? wallet.network)
  }

  /// A wallet of Monero is open until its program ends.
  static func openMoneroWallet(_ name: String) -> String {
    localized(
      "monero-wallet-rpc has \(quoted(name)) open until it ends. From then on start it with --wallet-file in place of "
        + "--wallet-dir, so that payd finds it open. Keep the wallet's seed: a backup of payd does not contain it.")
  }

  /// A program did not open a wallet.
  static func refusal(of program: String, _ error: WalletOpeningError) -> String {
    switch error {
    case .notMade(let problem): localized("That did not work: \(problem)")
    case .refused(let problem):
      WalletTrouble(problem).problem == .notUnderstood
        ? localized("\(program) refuses: the name is taken, or the file or its password is wrong; its log says more.")
        : WalletTrouble(problem).sentence
    }
  }

  /// A name between quotation marks.
  static func quoted(_ name: String) -> String { "\"\(safe(name))\"" }

  private static func list(_ paths: [String]) -> String { paths.joined(separator: ", ") }

  private static func safe(_ text: String) -> String { SafeText(text).text }
}
