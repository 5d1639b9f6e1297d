import Foundation
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// What a shell offers after Tab: the scripts that the programs write run in a real bash, and ask a real daemon.
@Suite(.serialized) struct CompletionTests {
  /// Returns the words that bash offers for the last of these words.
  private func offered(_ program: String, _ words: String...) async throws -> [String] {
    let path = try BuiltPrograms.path(program)
    let script = try await ChildProcess.run(path, ["--generate-completion-script", "bash"])
    let folder = try ScratchFolder()
    let file = folder.path + "/completion.bash"
    try Data(script.output.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
    let driver = """
      source "$1"; function=$2; shift 2
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      "$function" "$1" "${@: -1}" "${@: -2:1}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let home = folder.path + "/home"
    let run = try await ChildProcess.run(
      "/bin/bash", ["--norc", "-c", driver, "bash", file, "_" + program, path] + words,
      environment: ["HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"])
    #expect(run.error == [], "completion says nothing")
    #expect(!FileManager.default.fileExists(atPath: home), "completion writes nothing")
    return run.output.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.sorted()
  }

  @Test func idsAndAppsAreThoseOfTheDaemon() async throws {
    try await withPairedApp { daemon, app in
      let order = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "5")["payment_order"]
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"]
      let id = try #require(order?.text("order_id"))
      let state = daemon.state
      #expect(try await offered("payd", "approve", "--state", state, "") == [id])
      #expect(try await offered("payd", "deny", "--state=\(state)", "") == [id])
      #expect(try await offered("payd", "revoke", "--state", state, "") == ["payport.payctl"])
      #expect(try await offered("payd", "limit", "--state", state, "payport.payctl", "X") == ["XMR"])
      #expect(
        try await offered("payd", "grant", "--state", state, "payport.payctl", "receive,p") == [
          "receive,pay", "receive,prove",
        ])
      #expect(try await offered("payctl", "order-status", "--state", app.state, "--runtime", app.runtime, "") == [id])
      #expect(
        try await offered("payctl", "invoice-status", "--state", app.state, "--runtime", app.runtime, "inv_")
          == [invoice?.text("invoice_id")])
      #expect(try await offered("payctl", "invoice", "--state", app.state, "--runtime", app.runtime, "L") == ["LTC"])
      #expect(try await offered("payctl", "orders", "--runtime", app.runtime, "--provider", "") == ["test"])
    }
  }

  @Test func withoutADaemonNothingIsOffered() async throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/state"
    #expect(try await offered("payd", "approve", "--state", state, "") == [])
    #expect(try await offered("payctl", "order-status", "--state", state, "--runtime", folder.path, "") == [])
    #expect(!FileManager.default.fileExists(atPath: state))
  }

  /// Where a service manager listens in the daemon's place, a connection would start the daemon.
  @Test func noDaemonIsStarted() async throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/ledger", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder.path + "/ledger/ledger.lock"))
    let listener = """
      import socket, sys
      door = socket.socket(socket.AF_UNIX)
      door.bind(sys.argv[1])
      door.listen()
      print("listening", flush=True)
      door.accept()
      print("connected", flush=True)
      """
    let manager = try ChildProcess("/usr/bin/env", ["python3", "-c", listener, folder.path + "/owner.sock"])
    _ = try await manager.line(containing: "listening", on: .output)
    #expect(try await offered("payd", "approve", "--state", folder.path, "") == [])
    #expect(try await offered("payd", "revoke", "--state", folder.path, "") == [])
    try await manager.stop(SIGTERM, within: .seconds(10))
    #expect(manager.lines(.output) == ["listening"])
  }

  @Test func nothingIsPairedAndNobodyIsAsked() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let stranger = try Client(daemon.runtime)
      #expect(try await offered("payctl", "invoice", "--state", stranger.state, "--runtime", daemon.runtime, "") == [])
      #expect(!FileManager.default.fileExists(atPath: stranger.state), "not even a key was made")
      let audit = try await daemon.owner("audit")
      #expect(audit["entries"]?.arrayValue?.contains { $0.text("kind").contains("pair") } != true)
      #expect(try await daemon.questions("pairing").isEmpty)
    }
  }
}
