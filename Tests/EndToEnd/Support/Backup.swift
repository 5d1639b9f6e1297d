import Foundation
import TestSupport

/// A copy of a daemon's state folder as a backup program makes it, with modes and times.
struct Backup {
  private let folder: ScratchFolder
  private let daemon: Daemon

  /// Copies the folder of a daemon that does not run.
  init(of daemon: Daemon) async throws {
    folder = try ScratchFolder()
    self.daemon = daemon
    try await Self.copy(daemon.state, to: folder.path + "/state")
  }

  /// Replaces the folder by the copy.
  func restore() async throws {
    try FileManager.default.removeItem(atPath: daemon.state)
    try await Self.copy(folder.path + "/state", to: daemon.state)
  }

  private static func copy(_ from: String, to: String) async throws {
    let result = try await ChildProcess.run("/bin/cp", ["-a", from, to])
    guard result.exit == .code(0) else { throw ChildProcessError.ended("cp: \(result.error)") }
  }
}

extension Daemon {
  /// Ends the daemon, restores the copy, and starts the daemon again.
  func restart(from backup: Backup) async throws {
    try await terminate()
    try await backup.restore()
    try await start()
  }
}
