import JSON
import MockWallet
import PaymentsModel
import Platform
import TestSupport
import Testing

/// What the daemon writes to standard error.
@Suite struct LogTests {
  /// What an app does wrong is no line of the levels that the owner reads by default, and the wallet's status is one.
  @Test func levelsSayWhoseBusinessItIs() async throws {
    let daemon = try Daemon(Configurations.mock())
    let process = try await daemon.start(["--log-level", "debug", "--log-format", "json"])
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    _ = try await app.run("call", "no_such_method", "{}")
    _ = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "0.5")
    #expect(try await daemon.terminate() == .code(0))
    let lines = try process.lines(.error).map { try JSONValue(parsing: Array($0.utf8)) }
    func levels(_ message: String) -> Set<String> {
      Set(lines.filter { $0.text("message") == message }.map { $0.text("level") })
    }
    #expect(levels("a request was refused") == ["debug"])
    #expect(levels("wallet status") == ["notice"])
    #expect(levels("an app waits to be paired") == ["notice"])
    #expect(levels("a payment waits for the owner") == ["notice"])
    #expect(lines.first { $0.text("message").hasPrefix("ready at ws://") }?.text("level") == "notice")
    #expect(!lines.contains { ["warning", "error", "critical"].contains($0.text("level")) })
    for line in lines { #expect(Timestamp(line.text("time")) != nil && line.text("label") == "payd") }
    let refused = lines.first { $0.text("message") == "a request was refused" }
    #expect(refused?["metadata"] == ["method": "unknown", "reason": "method_not_found"])
  }

  @Test func aWrongConfigurationIsOneLineOfTheSameForm() async throws {
    let daemon = try Daemon("name: test\nlimits:\n  sokets: 3\n")
    let process = try daemon.launch(["--log-format", "json"])
    #expect(try await process.exit() == .code(78))
    let lines = try process.lines(.error).map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(lines.count == 1)
    #expect(lines.first?.text("level") == "critical")
    #expect(lines.first?.text("message").contains("line 3: limits.sokets is not a known key") == true)
  }

  #if os(Linux)
    @Test func theJournalIsToldPriorities() async throws {
      let daemon = try Daemon(Configurations.mock())
      // systemd names the device and the inode of what it connected; another file is not the journal.
      for (stream, expected) in [
        ("$(stat -L -c %d:%i /proc/self/fd/2)", "<5>wallet status"), ("1:2", " notice payd: "),
      ] {
        let process = try ChildProcess(
          "/bin/sh",
          ["-c", "JOURNAL_STREAM=\(stream) exec \"$0\" \"$@\"", try BuiltPrograms.path("payd"), "run"]
            + ["--config", daemon.configuration] + daemon.folders)
        _ = try await process.line(containing: expected, on: .error)
        #expect(try await process.stop(SIGTERM) == .code(0))
      }
    }
  #endif
}
