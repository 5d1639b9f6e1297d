import Foundation
import Platform
import TestSupport

/// What systemd does with a socket unit: it listens in place of a daemon, and starts it for the first connection.
struct Activator {
  /// The port for apps.
  let port: UInt16
  private let host: String
  let process: ChildProcess

  /// Begins to listen for a daemon that does not run.
  ///
  /// - Parameters:
  ///   - host: the address of the socket for apps.
  ///   - owner: the path of the owner's socket, if not that of the daemon.
  ///   - mode: the mode of the owner's socket.
  ///   - names: what the two sockets are called.
  init(
    _ daemon: Daemon, host: String = "127.0.0.1", owner: String? = nil, mode: String = "600",
    names: String = "payport.socket:payport.socket"
  ) async throws {
    guard let port = freePort() else { throw ChildProcessError.notStarted("no port is free") }
    self.port = port
    self.host = host
    process = try ChildProcess(
      "/usr/bin/env",
      [
        "python3", "-B", ForeignConsumer.packageRoot + "/Tests/Foreign/activator.py", "--apps", "\(host):\(port)",
        "--owner", owner ?? daemon.state + "/owner.sock", "--mode", mode, "--names", names, "--",
        try BuiltPrograms.path("payd"), "run", "--config", daemon.configuration,
      ] + daemon.folders)
    _ = try await process.line(containing: "listening")
  }

  /// The process of the daemon once it was started again.
  func started() async throws -> pid_t {
    let line = try await process.line(containing: "started ")
    return pid_t(line.split(separator: " ").last ?? "") ?? 0
  }

  /// Waits until the daemon has ended; returns its exit status.
  func ended() async throws -> Int32 {
    let line = try await process.line(containing: "ended ")
    return Int32(line.split(separator: " ").last ?? "") ?? -1
  }

  /// Connects to the port for apps and says nothing.
  func connect() async throws {
    _ = try await ChildProcess.run("/bin/bash", ["-c", "exec 3<>/dev/tcp/\(host)/\(port)"])
  }
}
