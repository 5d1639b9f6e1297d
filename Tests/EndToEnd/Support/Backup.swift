import Foundation
import PostgreSQL
import TestSupport

/// A copy of a daemon's state folder as a backup program makes it, with modes and times. Where the ledger is in PostgreSQL,
/// it is copied with the tools of the server.
struct Backup {
  private let folder: ScratchFolder
  private let daemon: Daemon

  /// Copies the folder of a daemon that does not run.
  init(of daemon: Daemon) async throws {
    folder = try ScratchFolder()
    self.daemon = daemon
    try await Self.run("cp", ["-a", daemon.state, folder.path + "/state"])
    if let address = try daemon.ledgerAddress() {
      let schema = PostgresForTests.schema(of: daemon.state)
      try await Self.run("pg_dump", ["--schema", schema, "--file", folder.path + "/dump.sql", address.uri])
    }
  }

  /// Replaces the folder and the database by the copies.
  func restore() async throws {
    try FileManager.default.removeItem(atPath: daemon.state)
    try await Self.run("cp", ["-a", folder.path + "/state", daemon.state])
    try await restoreDatabase()
  }

  /// Replaces only the database by its copy, if the ledger is in one.
  func restoreDatabase() async throws {
    guard let address = try daemon.ledgerAddress() else { return }
    let schema = PostgresForTests.schema(of: daemon.state)
    try await Self.run(
      "psql",
      [
        "--no-psqlrc", "--quiet", "--single-transaction", "-v", "ON_ERROR_STOP=1", "-c",
        "DROP SCHEMA \(schema) CASCADE",
        "-f", folder.path + "/dump.sql", address.uri,
      ])
  }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    let result = try await ChildProcess.run("/usr/bin/env", [program] + arguments)
    guard result.exit == .code(0) else { throw ChildProcessError.ended("\(program): \(result.error)") }
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
