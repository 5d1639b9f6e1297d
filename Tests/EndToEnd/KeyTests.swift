import Foundation
import JSON
import Platform
import TestSupport
import Testing

/// Stored keys as their owner experiences them: the error messages, passphrases, and the protection of the daemon's
/// memory.
@Suite(.serialized) struct KeyTests {
  private let passphrase = "correct horse battery"

  /// Starts a daemon that must end by itself; returns what it printed.
  private func refusal(_ daemon: Daemon, _ status: Int32, _ options: String...) async throws -> String {
    let result = try await ChildProcess.run(
      BuiltPrograms.path("payd"), ["run", "--config", daemon.configuration] + daemon.folders + options)
    #expect(result.exit == .code(status), "\(result)")
    #expect(!result.error.joined().contains("payd: ready"))
    return result.error.joined(separator: "\n")
  }

  private func secretFile(_ daemon: Daemon, _ name: String, _ line: String) throws -> String {
    let path = daemon.folder.path + "/" + name
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    return path
  }

  @Test func aKeyFileThatCannotBeTrusted() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    #expect(try await daemon.terminate() == .code(0))
    let file = daemon.state + "/identity.json"
    chmod(file, 0o640)
    #expect(try await refusal(daemon, 77).contains("chmod 600 \(file)"))
    chmod(file, 0o600)
    link(file, daemon.state + "/second")
    #expect(try await refusal(daemon, 77).contains("find \(daemon.state) -xdev -samefile \(file)"))
    unlink(daemon.state + "/second")
    rename(file, daemon.state + "/real")
    symlink("real", file)
    #expect(try await refusal(daemon, 77).contains("is a symbolic link"))
    unlink(file)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, 0o600)
    #expect(try await refusal(daemon, 78).contains("is damaged"))
    rename(daemon.state + "/real", file)
    try await daemon.start()
    #expect(try await daemon.terminate() == .code(0))
  }

  @Test func aSealedKey() async throws {
    try await withPairedApp { daemon, app in
      let right = try secretFile(daemon, "right", passphrase)
      let wrong = try secretFile(daemon, "wrong", "wrong horse battery")
      let before = try await daemon.owner("key", "status")
      #expect(before.text("kept") == "file")
      #expect(before["sealed"] == false)
      let short = try await daemon.console(
        "key", "seal", "--new-passphrase-file", secretFile(daemon, "short", "1234567"))
      #expect(short.status == 65)
      try await daemon.console("key", "seal", "--new-passphrase-file", right).succeeded()
      #expect(try await daemon.owner("key", "status")["sealed"] == true)
      #expect(try await daemon.owner("key", "status").text("public") == before.text("public"))
      #expect(try await daemon.terminate() == .code(0))

      #expect(try await refusal(daemon, 77).contains("--passphrase-file FILE"))
      #expect(try await refusal(daemon, 77, "--passphrase-file", wrong).contains("not the passphrase"))
      chmod(right, 0o644)
      #expect(try await refusal(daemon, 65, "--passphrase-file", right).contains("chmod 600"))
      chmod(right, 0o600)
      #expect(try await refusal(daemon, 64, "--passphrase-file", right, "--passphrase-fd", "0").contains("exclude"))

      // The paired app connects to the same provider.
      let process = try ChildProcess(
        BuiltPrograms.path("payd"),
        ["run", "--config", daemon.configuration, "--passphrase-file", right] + daemon.folders)
      _ = try await process.line(containing: "payd: ready", on: .error)
      #expect(try await app.ask("session").text("status") == "approved")
      #expect(try await process.stop() == .code(0))

      // The daemon is started like a service of systemd.
      let credentials = try ScratchFolder()
      try FileManager.default.copyItem(atPath: right, toPath: credentials.path + "/payport-passphrase")
      var environment = ProcessInfo.processInfo.environment
      environment["CREDENTIALS_DIRECTORY"] = credentials.path
      let service = try ChildProcess(
        BuiltPrograms.path("payd"), ["run", "--config", daemon.configuration] + daemon.folders, environment: environment
      )
      _ = try await service.line(containing: "payd: ready", on: .error)
      #expect(try await service.stop() == .code(0))

      try await daemon.console("key", "unseal", "--passphrase-file", right).succeeded()
      try await daemon.start()
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test func theAppsKeyIsSealedToo() async throws {
    try await withPairedApp { daemon, app in
      let right = try secretFile(daemon, "right", passphrase)
      try await app.run("key", "seal", "--new-passphrase-file", right).succeeded()
      try await app.refused("session", reason: "passphrase_needed", status: 77)
      let wrong = try secretFile(daemon, "wrong", "wrong horse battery")
      try await app.refused("session", "--passphrase-file", wrong, reason: "wrong_passphrase", status: 77)
      #expect(try await app.ask("session", "--passphrase-file", right).text("status") == "approved")
      try await app.refused("key", "move", reason: "usage", status: 64)
      try await app.refused("key", "move", "file", "--new-passphrase-file", right, reason: "usage", status: 64)
      try await app.run("key", "unseal", "--passphrase-file", right).succeeded()
      #expect(try await app.ask("session").text("status") == "approved")
      try await app.refused("session", "--keys", "libsecret", reason: "key_elsewhere", status: 78)
    }
  }

  /// A person mistypes in a real terminal, and the terminal shows nothing of it.
  @Test func thePassphraseIsTyped() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    try await daemon.console(
      "key", "seal", "--new-passphrase-file", secretFile(daemon, "right", passphrase)
    ).succeeded()
    #expect(try await daemon.terminate() == .code(0))
    let terminal = try await TerminalWindow(
      [BuiltPrograms.path("payd"), "run", "--config", daemon.configuration] + daemon.folders)
    try await terminal.shows("Passphrase of")
    try await terminal.type("wrong horse", enter: true)
    try await terminal.shows("That is not it.")
    try await terminal.type(passphrase, enter: true)
    try await terminal.shows("payd: ready")
    let screen = try await terminal.screen()
    #expect(!screen.contains("horse"), "\(screen)")
    // Echoing is on again, and Ctrl-C ends the daemon regularly.
    try await terminal.type("visible", enter: false)
    try await terminal.shows("visible")
    try await terminal.press("C-c")
    try await terminal.shows("ended with 0")
    try await terminal.close()

    let second = try await TerminalWindow(
      [BuiltPrograms.path("payd"), "run", "--config", daemon.configuration] + daemon.folders)
    try await second.shows("Passphrase of")
    try await second.press("C-c")
    try await second.shows("ended with 130")
    try await second.close()
  }

  #if os(Linux)
    /// Another process of the same user can neither attach to the daemon nor read its memory. The daemon can still see
    /// the process of an app.
    @Test(.enabled(if: geteuid() == 0, "skipped: only root can become another user"))
    func asAnotherUserThanRoot() async throws {
      let scratch = try ScratchFolder()
      let home = scratch.path + "/home"
      mkdir(home, 0o700)
      chmod(scratch.path, 0o711)
      chown(home, 12_345, 12_345)
      let user = ["--reuid", "12345", "--regid", "12345", "--clear-groups"]
      let folders = ["--state", home + "/s", "--runtime", home + "/r"]
      let environment = ["HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(
        ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }, uniquingKeysWith: { $1 })
      let payd = try ChildProcess(
        "/usr/bin/setpriv", user + [BuiltPrograms.path("payd"), "run"] + folders, environment: environment)
      _ = try await payd.line(containing: "payd: ready", on: .error)
      for reading in ["cat /proc/\(payd.pid)/environ", "head -c 1 /proc/\(payd.pid)/mem", "ls /proc/\(payd.pid)/fd"] {
        let result = try await ChildProcess.run(
          "/usr/bin/setpriv", user + ["/bin/sh", "-c", reading], environment: environment)
        #expect(result.error.joined().contains("Permission denied"), "\(reading): \(result)")
      }
      let payctl = try ChildProcess(
        "/usr/bin/setpriv", user + [BuiltPrograms.path("payctl"), "connect", "--json"] + folders,
        environment: environment)
      _ = try await payctl.line(containing: "\"pairing\"", on: .error)
      let shown = try await ChildProcess.run(
        "/usr/bin/setpriv", user + [BuiltPrograms.path("payd"), "questions", "--json"] + folders,
        environment: environment)
      let question = try JSONValue(parsing: Array((shown.output.last ?? "").utf8))["questions"]?.arrayValue?.first
      #expect(question?.text().contains("\(payctl.pid)") == true, "\(question?.text() ?? "")")
      try await payctl.stop(SIGINT)
      #expect(try await payd.stop() == .code(0))
    }
  #endif
}
