import JSON
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `payd check` on whole and on broken installations, whether payd runs or not. It changes nothing.
@Suite(.serialized) struct CheckTests {
  private static func check(_ daemon: Daemon, _ more: String...) async throws -> ProgramRun {
    try await daemon.console(["check", "--config", daemon.configuration, "--json"] + more)
  }

  private static func lines(_ run: ProgramRun, _ subject: String) -> [JSONValue] {
    (run.json["checks"]?.arrayValue ?? []).filter { $0.text("subject").hasPrefix(subject) }
  }

  /// All files below a folder with their sizes and times, to see that nothing is changed.
  private static func files(_ folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { name in
      var status = stat()
      lstat(folder + "/" + name, &status)
      return "\(name) \(status.st_mode) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
  }

  /// payd refuses both at its start. This says it before, and opens nothing.
  @Test func moneyThatIsMadeUpSharesNoLedgerWithRealMoney() async throws {
    let daemon = try Daemon(Configurations.mock())
    let real = """
        - type: bitcoin
          currency: BTC
          chain: main
          url: http://127.0.0.1:1
          user: u
          password: p

      """
    let madeUp = try String(contentsOfFile: daemon.configuration, encoding: .utf8)
    try daemon.configure(madeUp + "\n" + real)
    let both = try await Self.check(daemon)
    let words = "LTC that is made up and BTC on mainnet cannot stand in one ledger"
    #expect(Self.lines(both, "money").map { $0.text("text") } == [words], "\(both)")

    try daemon.configure(madeUp)
    try await daemon.start()
    #expect(Self.lines(try await Self.check(daemon), "money").isEmpty)
    try await daemon.terminate()
    #expect(Self.lines(try await Self.check(daemon), "money").isEmpty)
    try daemon.configure("name: test\nwallets:\n" + real)
    let before = Self.files(daemon.state)
    let after = try await Self.check(daemon)
    let found = try #require(Self.lines(after, "money").first, "\(after)")
    #expect(found.text("text").contains("is one of LTC that is made up, and cannot be used for BTC on mainnet"))
    #expect(found.text("result") == "failure" && found.text("advice").contains("--state"))
    #expect(Self.files(daemon.state) == before, "nothing is made or changed")
    let told = "\(try await daemon.console(["check", "--config", daemon.configuration]))"
    #expect(told.contains("\n         mv ") && !told.contains("␊"), "a command stands on its own line: \(told)")
  }

  @Test func aWholeInstallation() async throws {
    let daemon = try Daemon(Configurations.mock())
    let fresh = Self.files(daemon.folder.path)
    let before = try await Self.check(daemon)
    #expect(before.status == 0, "\(before)")
    #expect(Self.files(daemon.folder.path) == fresh, "it makes no folder")
    #expect(Self.lines(before, "state folder").first?.text("text").contains("will be made") == true)
    #expect(Self.lines(before, "payd").first?.text("text").contains("does not run") == true)
    #expect(Self.lines(before, "wallet").allSatisfy { $0.text("text").contains("made-up money") })
    #expect(Self.lines(before, "statements").first?.text("result") != "failure", "\(before)")

    try await daemon.start()
    let running = try await Self.check(daemon)
    #expect(running.status == 0, "\(running)")
    #expect(Self.lines(running, "payd").first?.text("text").contains("runs as process") == true)
    try await daemon.terminate()
    let stopped = Self.files(daemon.state)
    let after = try await Self.check(daemon)
    #expect(after.status == 0, "\(after)")
    #expect(Self.files(daemon.state) == stopped)
    let people = try await daemon.console("check", "--config", daemon.configuration).succeeded().result.output
    #expect(people.allSatisfy { $0.utf8.count <= 80 || $0.contains("/") }, "\(people)")
  }

  @Test func filesThatOthersCanRead() async throws {
    let port = try #require(freePort())
    let daemon = try Daemon(
      """
      wallets:
        - type: bitcoin
          currency: LTC
          url: http://127.0.0.1:\(port)
          user: me
          password: hunter2hunter2
          chain: regtest
        - type: monero
          url: http://127.0.0.1:\(port)
          daemon: http://127.0.0.1:\(port)
          user: me
          password_file: /nonexistent/password
          network: regtest
      """)
    let pin = try daemon.file("pin", "123456\n")
    chmod(pin, 0o644)
    mkdir(daemon.state, 0o755)
    try Data().write(to: URL(fileURLWithPath: daemon.state + "/note"))
    chmod(daemon.state + "/note", 0o640)
    let run = try await Self.check(daemon, "--pin-file", pin)
    #expect(run.status == 78)
    #expect(run.json.text("result") == "failure")
    for (subject, words, advice) in [
      ("secret file", pin, "chmod 600 \(pin)"),
      ("state folder", "0755", "chmod 700 \(daemon.state)"),
      ("state file", "0640", "chmod go-rwx \(daemon.state)/note"),
      ("wallet LTC", "the connection is refused", "Start litecoind"), ("wallet XMR", "password_file", "Correct"),
    ] {
      let line = Self.lines(run, subject).first
      #expect(line?.text("result") == "failure", "\(subject): \(run)")
      #expect(line?.text("text").contains(words) == true, "\(subject): \(run)")
      #expect(line?.text("advice").contains(advice) == true, "\(subject): \(run)")
    }
    #expect(!run.description.contains("hunter2hunter2"))
  }

  /// What `check` calls a failure, `run` refuses: both read the file in one place.
  @Test(arguments: [
    (0o666, true, "chmod go-w"), (0o620, false, "chmod go-w"), (0o644, true, "chmod 600"), (0o640, true, "chmod 600"),
  ])
  func aConfigurationThatOthersCouldUse(_ mode: mode_t, _ hasPassword: Bool, _ advice: String) async throws {
    let wallet = """
      wallets:
        - {type: bitcoin, currency: LTC, url: "http://127.0.0.1:1", user: me, password: hunter2hunter2, chain: regtest}
      """
    let yaml = hasPassword ? wallet : Configurations.mock()
    let daemon = try Daemon(yaml, ledgerInFile: true)
    chmod(daemon.configuration, mode)
    let check = try await Self.check(daemon)
    #expect(check.status == 78 && "\(check)".contains("\(advice) \(daemon.configuration)"), "\(check)")
    let run = try await daemon.console("run", "--config", daemon.configuration)
    #expect(run.status == 78 && run.remarks.contains("\(advice) \(daemon.configuration)"), "\(run)")
    #expect(!"\(check)\(run)".contains("hunter2"))
  }

  @Test func aPasswordOfTheDatabaseIsOneToo() async throws {
    let daemon = try Daemon("ledger: postgresql://me:hunter2hunter2@127.0.0.1:1/payport", ledgerInFile: true)
    chmod(daemon.configuration, 0o644)
    let run = try await daemon.console("run", "--config", daemon.configuration)
    #expect(run.status == 78 && run.remarks.contains("chmod 600"), "\(run)")
    chmod(daemon.configuration, 0o600)
    let away = try await daemon.console("run", "--config", daemon.configuration)
    #expect(away.status == 74 && away.remarks.contains("cannot be reached"), "\(away)")
    // A connection through a network in clear is not made.
    try daemon.configure("ledger: postgresql://me:hunter2hunter2@192.0.2.1/payport?sslmode=disable")
    let clear = try await daemon.console("run", "--config", daemon.configuration)
    #expect(clear.status == 74 && clear.remarks.contains("not encrypted"), "\(clear)")
    #expect(!"\(run)\(away)\(clear)".contains("hunter2"))
  }

  @Test func aFileWithThePINThatOthersCanReadIsNotRead() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let pin = try daemon.file("pin", "271828\n")
      chmod(pin, 0o644)
      let run = try await daemon.console("pin", "set", "--new-pin-file", pin)
      #expect(run.status == 65 && run.remarks.contains("chmod 600"), "\(run)")
      #expect(try await daemon.owner("pin", "status")["set"]?.boolValue == false)
    }
  }

  /// Whatever characters a password has, it is read right or refused without a part of it.
  @Test func noPasswordIsShown() async throws {
    var random = SeededRandom(41)
    let printable = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) } + [" "]
    for trial in 0..<12 {
      // Parts of letters, so that a part that is shown is seen.
      let parts = (0..<3).map { "CAN\(trial)ARY\($0)" }
      let odd = (0..<2).map { _ in ["/", "@", ":", "%", "#", "?", "[", printable.randomElement(using: &random) ?? "&"] }
        .map { $0.randomElement(using: &random) ?? "/" }
      let password = parts[0] + odd[0] + parts[1] + odd[1] + parts[2]
      let yaml = { (address: String) in
        "ledger: '" + address.replacing("'", with: "''") + "'\nwallets: [{type: mock, currencies: [LTC]}]"
      }
      let texts = [
        yaml("postgresql://payport:\(password)@127.0.0.1:1/payport"),
        "wallets: [{type: bitcoin, currency: LTC, url: '"
          + "http://me:\(password)@127.0.0.1:1".replacing("'", with: "''") + "'}]",
      ]
      for text in texts {
        let daemon = try Daemon(text, ledgerInFile: true)
        let runs = [
          try await Self.check(daemon), try await daemon.console("run", "--config", daemon.configuration),
        ]
        for run in runs {
          #expect(run.status == 78 || run.status == 74, "\(run)")
          // The fixture is in no path or argument of the run.
          #expect(!"\(run)".contains("CAN\(trial)ARY"), "\(text) \(run)")
        }
      }
    }
  }

  @Test(arguments: [
    ("wallet: [", "line 2: did not find"), ("nonsense: 1", "nonsense is not a known key"),
    ("time_zone: Europe/Nowhere", "no zone Europe/Nowhere"),
    ("wallets: [{type: bitcoin, currency: LTC, url: 'http://me:hunter2@127.0.0.1:1'}]", "have keys of their own"),
  ])
  func aConfigurationThatIsWrong(_ yaml: String, _ words: String) async throws {
    let daemon = try Daemon(yaml, ledgerInFile: true)
    let run = try await Self.check(daemon)
    #expect(run.status == 78, "\(run)")
    let failures = (run.json["checks"]?.arrayValue ?? []).filter { $0.text("result") == "failure" }
    #expect(failures.contains { $0.text("text").contains(words) }, "\(run)")
    #expect(!run.description.contains("hunter2"), "\(run)")
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func aRealWallet() async throws {
    try await LitecoinRegtest.with { litecoin in
      let daemon = try Daemon(litecoin.configuration(wallet: "payer", times: "poll: 1s"))
      chmod(daemon.configuration, 0o600)
      let run = try await Self.check(daemon)
      #expect(run.status == 0, "\(run)")
      #expect(Self.lines(run, "wallet LTC").first?.text("text").hasPrefix("ready, block ") == true, "\(run)")
      #expect(Self.lines(run, "clock").first?.text("result") == "ok", "\(run)")
      try daemon.configure(litecoin.configuration(wallet: "nobody", times: "poll: 1s"))
      chmod(daemon.configuration, 0o600)
      let wrong = try await Self.check(daemon)
      #expect(wrong.status == 78)
      #expect(Self.lines(wrong, "wallet LTC").first?.text("text").contains(#""payer", "shop""#) == true, "\(wrong)")
    }
  }
}
