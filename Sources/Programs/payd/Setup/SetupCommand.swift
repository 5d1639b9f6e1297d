import ArgumentParser
import JSON
import Provider
import RPCRuntime
import TerminalUI
import WalletSearch

struct Setup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Find the wallets of this machine, write the configuration, and start payd."),
    discussion: """
      Looks for litecoind, bitcoind, monero-wallet-rpc, Electrum and Lightning nodes (CLN, LND, phoenixd): among the programs \
      that run, in the files that they read as far as you may read them, and at their usual ports. Each is asked a real \
      question, and what it answers is shown. Where a file is missing that payd needs, such as a rune or a macaroon, what \
      makes it is shown. A wallet can be loaded or made. Nothing is written before you have seen it; then provider.yml is written so that only you can \
      read it, payd check is run, and payd is started, by systemd if it has payd's units. You are asked for every payment: \
      payd limit gives single apps an amount of their own.

      If there is a configuration, it is shown what would change, and only the wallets are changed. It is that of the payd \
      that runs, else the one in the usual place. With --yes nothing is \
      asked: wallets that work are taken, none is made, a ledger of made-up money is put aside, and payd is started only with \
      --start. The exit status is 69 if no wallet was found.
      """)
  @Flag(name: .shortAndLong, help: .localized("Ask nothing, for scripts.")) var yes = false
  @Flag(help: .localized("With --yes: start payd.")) var start = false
  @Option(help: .localized("Look only at the wallet's program with this process, of several.")) var process: Int32?
  @Flag(help: .hidden) var forPage = false
  @Flag(help: .hidden) var asShown = false
  @Option(help: .localized("The configuration file that is written."), completion: .file(extensions: ["yml"]))
  var config: String?
  @OptionGroup var folders: FolderOptions

  func run() async throws {
    let terminal = Terminal.standard
    guard yes || forPage || terminal.readsFromTTY else {
      throw OwnerConsole.fail(
        localized("setup asks questions at a terminal; in a script, type payd setup --yes"), .usage)
    }
    let talk = SetupTalk(terminal: terminal, isSilent: yes)
    let configuration = try config ?? RunningConfiguration.path(in: folders.directories)
    // Not among the arguments, which all users of the machine see: the file may have a password that can be guessed.
    let file = SetupFile(path: configuration, folders.directories, seen: asShown ? readLine() ?? "" : nil)
    let configured = try file.read()
    if config == nil, let configuration, !forPage {
      try talk.say(localized("payd runs with \(configuration), which is the file that is changed."))
    }
    let search = SetupSearch(talk: talk, process: process, configured: configured?.wallets ?? [])
    guard !forPage else {
      let runs = (try? Stopping(folders.directories).process) != nil
      let sight = try await SetupSight(search: search, file: file, configured: configured, runs: runs).document()
      return try terminal.writeLines([SafeJSON.text(sight.text())])
    }
    let chosen = try await search.wallets()
    var hasChanged = false
    switch chosen {
    case .none: throw OwnerConsole.fail(localized("nothing was changed"), .unavailable)
    case .madeUp: break
    case .wallets(let wallets): hasChanged = try file.write(wallets, instead: configured, talk)
    }
    try await SetupStart(
      talk: talk, folders: folders, configuration: configuration, isWanted: yes ? start : nil, hasChanged: hasChanged
    ).run()
  }
}
