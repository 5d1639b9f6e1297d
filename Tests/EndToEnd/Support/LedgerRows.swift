import Platform
import PostgreSQL
import TestSupport
import Testing

extension Daemon {
  /// Reads the ledger beside the daemon, wherever it is. The values of each row are joined by `|`.
  ///
  /// - Parameters:
  ///   - sql: a statement that both engines understand.
  ///   - argument: what stands for its only `?`.
  func ledgerRows(_ sql: String, _ argument: String) async throws -> [String] {
    if let address = try ledgerAddress() {
      let result = try PostgresConnection(address).run(sql.replacing("?", with: "$1"), [.text(argument)])
      return try (0..<result.count).map { row in
        try (0..<result.columns).map { column in
          switch try result.value(row, column) {
          case .null: "None"
          case .integer(let number): String(number)
          case .text(let text): text
          case .bytes(let bytes): "\(bytes)"
          }
        }.joined(separator: "|")
      }
    }
    let script = """
      import sqlite3, sys
      for row in sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(sys.argv[2], (sys.argv[3],)):
        print(*row, sep="|")
      """
    let run = try await ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", script, state + "/ledger/ledger.sqlite", sql, argument])
    #expect(run.exit == .code(0), "\(run)")
    return run.output
  }

  /// Changes the audit log as somebody with write access to the files or the database could, and removes what payd
  /// remembers of it elsewhere.
  func meddleWithAudit(_ sql: String) async throws {
    if let address = try ledgerAddress() {
      let connection = try PostgresConnection(address)
      _ = try connection.run("ALTER TABLE audit DISABLE TRIGGER USER")
      for statement in sql.split(separator: ";") { _ = try connection.run(String(statement)) }
      _ = try connection.run("ALTER TABLE audit ENABLE TRIGGER USER")
    } else {
      let script = """
        import sqlite3, sys
        ledger = sqlite3.connect(sys.argv[1])
        for name in ("changed", "erased"): ledger.execute(f"DROP TRIGGER IF EXISTS audit_is_not_{name}")
        ledger.executescript(sys.argv[2])
        """
      let run = try await ChildProcess.run(
        "/usr/bin/env", ["python3", "-c", script, state + "/ledger/ledger.sqlite", sql])
      #expect(run.exit == .code(0), "\(run)")
    }
    for name in ["ledger.pages", "ledger.mark"] { unlink(state + "/ledger/" + name) }
  }
}
