import JSON
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `payd setup` and `payd stop`, with a real `litecoind` and a person who answers.
@Suite(.serialized) struct SetupTests {
  /// From a wallet's program that runs to the first invoice, with nothing typed but Enter, a number, and six digits.
  @Test(.enabled(if: LitecoinRegtest.isInstalled), .timeLimit(.minutes(10)))
  func aWalletThatRunsIsFoundAndUsed() async throws {
    try await LitecoinRegtest.with { litecoin in
      let daemon = try Daemon("", ledgerInFile: true)
      try FileManager.default.removeItem(atPath: daemon.configuration)
      let process = try #require(litecoin.processID)
      let words = ["setup", "--process", "\(process)", "--config", daemon.configuration] + daemon.folders
      let window = try await TerminalWindow([BuiltPrograms.path("payd")] + words, width: 90)
      try await window.shows("several wallets loaded")
      try await window.type("\(try await Self.number(of: "\"shop\"", window))", enter: true)
      for question in ["Use this wallet for LTC?", "Write it?", "Start payd now?", "Open the console?"] {
        try await window.shows(question)
        try await window.press("Enter")
      }
      try await window.shows("Nothing waits for you")
      #expect(try await !window.screen().contains(litecoin.password))
      let mode = try FileManager.default.attributesOfItem(atPath: daemon.configuration)[.posixPermissions] as? Int
      #expect(mode == 0o600)

      let app = try ChildProcess(
        BuiltPrograms.path("payctl"),
        ["connect", "--json", "--runtime", daemon.runtime, "--state", daemon.folder.path + "/app"])
      let line = try await app.line(on: .error) { $0.contains("code") }
      let digits = line.unicodeScalars.split { !("0"..."9" ~= $0) }.map { String($0) }.first { $0.utf8.count == 6 }
      try await window.shows("wants to be paired")
      // A key counts once the question could be read and the keyboard has rested, which is a matter of time.
      _ = try await eventually("the console asks for the digits") {
        try await Task.sleep(for: .milliseconds(1400))
        try await window.press("a")
        return try await window.screen().contains("The six digits that the app shows") ? true : nil
      }
      try await window.press("C-u")
      try await window.type(try #require(digits), enter: true)
      try await window.shows("Paired with")
      #expect(try await app.exit() == .code(0))
      try await window.press("q")
      try await window.close()

      // Again: the same wallet stays, and payd runs on.
      let again = try await daemon.console(
        ["setup", "--yes", "--process", "\(process)", "--config", daemon.configuration])
      #expect(again.status == 0, "\(again)")
      #expect("\(again)".contains("and stays there") && "\(again)".contains("Nothing changes"))
      let stopped = try await daemon.console(["stop", "--json"])
      #expect(stopped.status == 0 && stopped.json["ended"] == true, "\(stopped)")
      #expect("\(try await daemon.console(["stop"]))".contains("does not run"))
    }
  }

  /// Who has tried payd with made-up money first needs no more to go on with a wallet, also in a script.
  @Test(.enabled(if: LitecoinRegtest.isInstalled), .timeLimit(.minutes(10)))
  func madeUpMoneyIsPutAside() async throws {
    try await LitecoinRegtest.with { litecoin in
      let daemon = try Daemon(Configurations.mock(), ledgerInFile: true)
      try await daemon.start()
      try await daemon.terminate()
      try daemon.configure(litecoin.configuration(name: "test", times: "poll: 1s"))
      let process = try #require(litecoin.processID)
      let setup = ["setup", "--yes", "--process", "\(process)", "--config", daemon.configuration]
      let run = try await daemon.console(setup + ["--start"])
      #expect(run.status == 0, "\(run)")
      #expect("\(run)".contains("is one of LTC that is made up"), "\(run)")
      #expect(FileManager.default.fileExists(atPath: daemon.state + "-before/identity.json"))
      #expect(try await daemon.console(["stop", "--json"]).json["ended"] == true)

      // A ledger of other money waits for a person.
      try await daemon.meddleWithAudit("UPDATE settings SET value = 'testnet' WHERE key = 'network.LTC'")
      let kept = try await daemon.console(setup)
      #expect(kept.status == 78 && "\(kept)".contains("is one of LTC on testnet"), "\(kept)")
      #expect(!FileManager.default.fileExists(atPath: daemon.state + "-before-2"))
    }
  }

  /// The number before a line of a list.
  private static func number(of thing: String, _ window: TerminalWindow) async throws -> Int {
    try await window.shows(thing)
    let line = try await window.screen().split(separator: "\n").first { $0.contains(thing) }
    return try #require(line?.split(separator: " ").first.flatMap { Int($0) })
  }

  @Test func withoutAWalletNothingIsWritten() async throws {
    let daemon = try Daemon("")
    try FileManager.default.removeItem(atPath: daemon.configuration)
    let run = try await daemon.console(["setup", "--yes", "--process", "1", "--config", daemon.configuration])
    #expect(run.status == 69, "\(run)")
    #expect("\(run)".contains("start one and type payd setup again"))
    #expect(!FileManager.default.fileExists(atPath: daemon.configuration))
    let piped = try await daemon.console(["setup"])
    #expect(piped.status == 64, "\(piped)")
  }

  /// The page names no configuration, and one that runs with another one than the usual is not to be replaced.
  @Test func theConfigurationOfThePaydThatRunsIsTheOneThatIsShown() async throws {
    let daemon = try Daemon(Configurations.mock())
    let words = ["setup", "--for-page", "--process", "1"]
    let usual = try await daemon.console(words)
    #expect(usual.json["file"]?.stringValue?.hasSuffix("/payport/provider.yml") == true, "\(usual)")
    #expect(usual.json["is_new"] == true)
    try await daemon.start()
    let shown = try await daemon.console(words)
    #expect(shown.json["file"]?.stringValue == daemon.configuration, "\(shown)")
    #expect(shown.json["is_new"] == false && shown.json["runs"] == true)
    // What is named counts.
    let named = try await daemon.console(words + ["--config", daemon.folder.path + "/third.yml"])
    #expect(named.json["file"]?.stringValue == daemon.folder.path + "/third.yml", "\(named)")

    // One that does not tell is not ended.
    let process = try #require(daemon.process)
    try FileManager.default.removeItem(atPath: daemon.state + "/owner.sock")
    let silent = try await daemon.console(["setup", "--yes", "--start", "--process", "1"])
    #expect(silent.status == 75 && "\(silent)".contains("does not tell which configuration"), "\(silent)")
    process.signal(SIGTERM)
    #expect(try await process.exit() == .code(0))
  }

  /// Paying goes on where it was.
  @Test func stoppingLosesNothing() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    let stopped = try await daemon.console(["stop", "--json"])
    #expect(stopped.status == 0 && stopped.json["ended"] == true, "\(stopped)")
    #expect(try await daemon.process?.exit() == .code(0))
    #expect(try await daemon.console(["stop", "--json"]).json["ended"] == false)
  }
}
