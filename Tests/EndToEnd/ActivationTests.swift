import Foundation
import JSON
import Platform
import TestSupport
import Testing

/// A daemon that its service manager starts, watches, and listens for.
@Suite(.serialized) struct ActivationTests {
  @Test func aConnectionStartsTheDaemon() async throws {
    let daemon = try Daemon(Configurations.mock())
    let activator = try await Activator(daemon)
    let announce = ["announce", "--config", daemon.configuration, "--port", "\(activator.port)"]
    try await daemon.console(announce).succeeded()
    let path = daemon.runtime + "/providers/test.json"
    let announced = try Data(contentsOf: URL(fileURLWithPath: path))

    // An app finds a daemon that does not run, and is paired; the owner's commands find it too.
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let first = try await activator.started()
    #expect(try await daemon.owner("status").text("url") == "ws://127.0.0.1:\(activator.port)/v1")
    // Another user's file would not be replaced either: the running daemon has the name.
    try await daemon.console(announce).succeeded()

    // However it ends, the next connection starts it, with the file that the app has read.
    kill(first, SIGTERM)
    #expect(try await activator.ended() == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == announced)
    #expect(daemon.hasOwnerSocket)
    #expect(try await app.ask("session").text("status") == "approved")
    let second = try await activator.started()
    kill(second, SIGKILL)
    #expect(try await activator.ended() == -SIGKILL)
    #expect(try await daemon.owner("status")["apps"]?.integerValue(as: Int.self) == 1)
    let third = try await activator.started()
    #expect(Set([first, second, third]).count == 3)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == announced)

    // A daemon that another one replaced on the disk, and one of another name.
    #expect(try await app.ask("session").text("status") == "approved")
    kill(third, SIGTERM)
    #expect(try await activator.ended() == 0)
    try await daemon.console(["announce", "--config", daemon.configuration, "--withdraw"]).succeeded()
    #expect(daemon.published.isEmpty)
    try await app.refused("session", reason: "not_running", status: 69)
    _ = try await activator.process.stop()
  }

  @Test func twoThatAreStartedOnDemandAreTwo() async throws {
    let daemon = try Daemon(Configurations.mock())
    let other = try Daemon("name: other\n", runtime: daemon.runtime)
    for (daemon, port) in [(daemon, "21737"), (other, "21738")] {
      try await daemon.console("announce", "--config", daemon.configuration, "--port", port).succeeded()
    }
    let app = try Client(daemon.runtime)
    // Neither process exists, and both would be started.
    let refusal = try await app.refused("session", reason: "several_providers", status: 78)
    #expect(refusal.text("message").contains("other") && refusal.text("message").contains("test"))
  }

  @Test(arguments: [
    ["0.0.0.0", "600", "apps:owner", "notLoopback"], ["127.0.0.2", "600", "apps:owner", "notLoopback"],
    ["127.0.0.1", "666", "apps:owner", "only you can open"], ["127.0.0.1", "600", "owner:apps", "its name says"],
  ])
  func socketsOfAnotherKindAreRefused(_ given: [String]) async throws {
    let daemon = try Daemon(Configurations.mock())
    let activator = try await Activator(daemon, host: given[0], mode: given[1], names: given[2])
    try await activator.connect()
    #expect(try await activator.ended() == 69)
    // What it said may be read only after its end was.
    _ = try await activator.process.line(containing: given[3], on: .error)
    let words = activator.process.lines(.error).joined(separator: "\n")
    #expect(words.contains(given[3]) && !words.contains("payd: ready"), "\(words)")
    _ = try await activator.process.stop()
  }

  @Test func anOwnersSocketElsewhereIsRefused() async throws {
    let daemon = try Daemon(Configurations.mock())
    let activator = try await Activator(daemon, owner: daemon.folder.path + "/elsewhere/owner.sock")
    try await activator.connect()
    #expect(try await activator.ended() == 69)
    _ = try await activator.process.line(containing: "is not at \(daemon.state)/owner.sock", on: .error)
    _ = try await activator.process.stop()
  }

  @Test func anotherPortThanTheConfiguredOneIsRefused() async throws {
    let daemon = try Daemon(Configurations.mock(more: "listen: {port: 21739}"))
    let activator = try await Activator(daemon)
    try await activator.connect()
    #expect(try await activator.ended() == 69)
    _ = try await activator.process.line(containing: "the configuration says port 21739", on: .error)
    _ = try await activator.process.stop()
    #expect(try await daemon.console("announce", "--config", daemon.configuration, "--port", "21740").status == 69)
  }

  @Test func systemdsOwnActivationWorks() async throws {
    let tool = "/usr/bin/systemd-socket-activate"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return print("SKIPPED: \(tool) is not installed") }
    let daemon = try Daemon(Configurations.mock())
    let port = try #require(freePort())
    try await daemon.console("announce", "--config", daemon.configuration, "--port", "\(port)").succeeded()
    let command = [
      "--listen=127.0.0.1:\(port)", "--listen=\(daemon.state)/owner.sock", "--fdname=apps:owner",
      try BuiltPrograms.path("payd"), "run", "--config", daemon.configuration,
    ]
    let process = try ChildProcess(tool, command + daemon.folders)
    _ = try await process.line(containing: "Listening on \(daemon.state)/owner.sock", on: .error)
    // The tool makes a socket that others could open, which payd would refuse; a socket unit has SocketMode= for that.
    chmod(daemon.state + "/owner.sock", 0o600)
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    #expect(try await app.ask("session").text("status") == "approved")
    #expect(try await process.stop() == .code(0))
  }

  @Test func theServiceManagerIsToldHowItIs() async throws {
    let folder = try ScratchFolder()
    let notices = try NotifySocket(folder.path + "/notify")
    let environment = ["NOTIFY_SOCKET": notices.path, "WATCHDOG_USEC": "2000000"]
    try await Daemon.with(Configurations.mock(), environment: environment) { daemon in
      let told = try await notices.lines(until: "the wallets are ready") {
        $0.contains("STATUS=LTC and XMR are ready") && $0.contains("WATCHDOG=1")
      }
      #expect(told.first == "READY=1", "\(told)")
      try await daemon.owner("lock")
      _ = try await notices.lines(until: "it is locked") { $0.contains("STATUS=LOCKED; LTC and XMR are ready") }
      try await daemon.mock("status", "XMR", "syncing")
      _ = try await notices.lines(until: "a wallet is syncing") {
        $0.contains("STATUS=LOCKED; LTC is ready, XMR is syncing")
      }
      // It goes on as long as the daemon is not stuck.
      _ = try await notices.lines(until: "the daemon lives") { $0.filter { $0 == "WATCHDOG=1" }.count >= 3 }
    }
    #expect(notices.lines().contains("STOPPING=1"))
  }
}
