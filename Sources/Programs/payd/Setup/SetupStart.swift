import ArgumentParser
import Ledger
import OwnerAPI
import PaymentsModel
import Platform
import Provider
import RPCRuntime
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last part of `payd setup`: the check, the start, and the first app.
struct SetupStart {
  let talk: SetupTalk
  let folders: FolderOptions
  /// The configuration that was named; `nil` for the one in the usual place.
  let configuration: String?
  /// Whether payd is to be started; `nil` if that is asked.
  let isWanted: Bool?
  /// Whether the configuration has changed, so that a payd that runs has to be started again.
  let hasChanged: Bool

  func run() async throws {
    let directories = folders.directories
    let older = try hasChanged ? stopOlder(directories) : .none
    try await moveOtherMoney(directories)
    let report = await CheckReport(checking: ConfigurationChoice(path: configuration, directories), directories)
    try talk.show(["", localized("payd check:")] + report.lines(for: talk.terminal))
    guard !report.hasFailed else {
      throw OwnerConsole.fail(
        localized("what payd check has found keeps payd from starting; mend it, and type payd run"), .config)
    }
    let starts = try isWanted ?? (older != .none || talk.agrees(to: "\n" + localized("Start payd now?")))
    guard starts else { return try talk.say("", localized("Start it with: payd run")) }
    try start(directories, asService: older == .service)
    guard !talk.isSilent else { return }
    try talk.say(
      "",
      localized(
        "In another terminal, type payctl invoice \(await Self.firstCurrency(configuration, directories)) 0.01. The first "
          + "time it shows six digits; type them here, in the console."))
    guard try talk.agrees(to: localized("Open the console?")) else { return }
    let console = try Console.parse(folders.words)
    try await console.run()
  }

  /// What ran before.
  private enum Older {
    case none, program
    /// It was started by systemd, with the options that its unit has.
    case service
  }

  /// Ends a payd that runs with what the configuration said before.
  private func stopOlder(_ directories: PayportDirectories) throws -> Older {
    let stopping = Stopping(directories)
    let older: Older
    do throws(StoppingError) {
      guard let process = try stopping.process else { return .none }
      older = UserService.runs(process) ? .service : .program
    } catch {
      throw OwnerConsole.fail(error.words, error.exitStatus)
    }
    guard try talk.agrees(to: "\n" + localized("payd runs, and reads its wallets when it starts. Start it again?"))
    else {
      throw OwnerConsole.fail(localized("payd runs on with its former wallets until it is started again"), .tryAgain)
    }
    do throws(StoppingError) { _ = try stopping.stop() } catch {
      throw OwnerConsole.fail(error.words, error.exitStatus)
    }
    return older
  }

  /// Moves the folder of made-up money away, since a ledger is of one money.
  private func moveOtherMoney(_ directories: PayportDirectories) async throws {
    guard let settings = try? ConfigurationChoice(path: configuration, directories).source.read(),
      settings.ledgerAddress == nil, let known = LedgerNetworks.look(in: directories.ledger)
    else { return }
    let looks = await WalletTrial.looks(at: settings.wallets, patience: .seconds(60))
    guard let mismatch = LedgerMoney.mismatch(of: looks.flatMap(\.networks), with: known) else { return }
    let away = try Self.freePath(beside: directories.state)
    try talk.say("", ProviderStartError.otherMoney(mismatch, ledger: directories.ledger).words.firstSentence)
    // What is made up has no worth, so that a script goes on; a ledger of other money is moved by a person only.
    let question = localized("Keep it as \(away), and begin a new one?")
    guard try talk.agrees(to: question, silently: mismatch.isOfMadeUpMoney) else { return }
    guard rename(directories.state, away) == 0 else {
      throw OwnerConsole.fail(localized("\(directories.state) cannot be moved to \(away)"), .ioError)
    }
    try talk.say(localized("It is kept as \(away)."))
  }

  private static func freePath(beside state: String) throws -> String {
    let names = [state + "-before"] + (2...999).map { "\(state)-before-\($0)" }
    guard let free = names.first(where: { !FileManager.default.fileExists(atPath: $0) }) else {
      throw OwnerConsole.fail(localized("there is no name left beside \(state)"), .ioError)
    }
    return free
  }

  private func start(_ directories: PayportDirectories, asService isService: Bool) throws {
    if isService || (folders.words.isEmpty && configuration == nil && UserService.isInstalled) {
      guard UserService.start() else {
        throw OwnerConsole.fail(
          localized("systemd did not start it; see: systemctl --user status payport.service"), .unavailable)
      }
      return try talk.say(localized("payd runs, and starts at each login. It ends by payd stop."))
    }
    let background = BackgroundStart(
      directories: directories, options: (configuration.map { ["--config", $0] } ?? []) + folders.words)
    switch background.start() {
    case .ready(let process):
      try talk.say(
        localized("payd runs (process \(process)) until payd stop, and writes its log to \(background.log)."))
    case .failed(let lines):
      throw OwnerConsole.fail(([localized("payd did not start")] + lines).joined(separator: "\n"), .unavailable)
    }
  }

  private static func firstCurrency(_ configuration: String?, _ directories: PayportDirectories) async -> String {
    let settings = try? ConfigurationChoice(path: configuration, directories).source.read()
    let codes = settings?.wallets.flatMap(\.currencyCodes) ?? []
    return codes.contains("LTC") ? "LTC" : codes.first ?? "LTC"
  }
}

extension FolderOptions {
  /// The folders that were named, as they are typed.
  var words: [String] {
    (state.map { ["--state", $0] } ?? []) + (runtime.map { ["--runtime", $0] } ?? [])
  }
}

extension String {
  /// What stands before advice.
  fileprivate var firstSentence: String { String(unicodeScalars.prefix { $0 != ";" }) + "." }
}
