import Platform
import PostgreSQL

@testable import Ledger

/// `scripts/postgres.sh Simulation --server`: the same statements are handed to a real server and to the simulated one, and
/// answered alike.
enum ServerComparison {
  private static let app =
    "INSERT INTO apps VALUES ('a', $1, 'App', 'pay', $2, $2, $2, $2, 1, NULL)"
  private static let event =
    "INSERT INTO events (app_key, place, type, object_id, version, at, body) VALUES ('a', $1, 't', 'o', 1, 1, $2)"

  /// Statements, each with its arguments, in lines.
  private static let lines: [[(String, [PostgresValue])]] =
    [
      [("SELECT to_regclass('ledger')::text", [])], [("SELECT * FROM ledger", [])], [("BEGIN", [])],
      PostgresSchema.statements.map { ($0, []) }, [("COMMIT", [])],
    ] + LedgerSchema.tables.map { [("SELECT \($0.list) FROM \($0.name)", [])] } + [
      [(LedgerSchema.anyRow, [])], [(PostgresDatabase.reachedSQL, [])],
      [("SELECT to_regclass('ledger')::text", [])], [("CREATE TABLE ledger (one BIGINT)", [])],
      [("INSERT INTO ledger (one, id, schema) VALUES (2, $1, 'x')", [.bytes([])])],
      [("INSERT INTO ledger (one, id, schema) VALUES (1, $1, 'x')", [.bytes([0, 1])])],
      [("SELECT one, id, schema, holder, epoch, commits FROM ledger", [])],
      [("SELECT until < clock_timestamp() FROM ledger", [])],
      [("BEGIN", []), ("SELECT holder FROM ledger FOR UPDATE", [])],
      [(PostgresLease.renewal, [.integer(7)]), ("COMMIT", [])],
      [("SELECT commits, until > clock_timestamp() + interval '5 seconds' FROM ledger", [])],
      [(PostgresLease.release, [.bytes([9]), .integer(0)])],
      [("BEGIN", []), ("SAVEPOINT unit", []), ("INSERT INTO settings VALUES ('k', 'v')", [])],
      [("INSERT INTO settings VALUES ('k', 'w')", []), ("SELECT 1", [])], [("SELECT 1", [])],
      [("ROLLBACK TO unit", []), ("RELEASE unit", []), ("SELECT value FROM settings", [])], [("COMMIT", [])],
      [("BEGIN", []), ("INSERT INTO settings VALUES ($1, NULL)", [.text("k")])], [("COMMIT", [])],
      [("INSERT INTO settings VALUES ('k', 'v')", []), ("SELECT 1 FROM missing", []), ("SELECT 1", [])],
      [("SELECT count(*) FROM settings", [])], [("SELECT missing FROM settings", [])],
      [("INSERT INTO requests VALUES ('none', 'r', 'm', 'd', 'k', 'o', 1)", [])],
      [("INSERT INTO audit VALUES (1, 5, 'k', NULL, NULL, 'd', $1)", [.bytes([7])])],
      [(PostgresDatabase.reachedSQL, [])],
      [("DELETE FROM audit", [])], [("UPDATE audit SET detail = 'x'", [])],
      [("INSERT INTO settings VALUES ('a', 'b') ON CONFLICT DO NOTHING", [])],
      [("INSERT INTO settings VALUES ('a', 'c') ON CONFLICT (key) DO UPDATE SET value = excluded.value", [])],
      [("UPDATE settings SET value = 'd' WHERE key LIKE 'A%'", [])], [("DELETE FROM settings", [])],
      [(app, [.text("no"), .bytes([1])])], [(app, [.text("approved"), .bytes([])])],
      [("UPDATE apps SET last_seen_at = NULL", [])],
      [("BEGIN", []), (event, [.integer(1), .bytes([])]), ("ROLLBACK", [])], [(event, [.integer(1), .bytes([])])],
      [(event, [.integer(1), .bytes([])])],
      [("SELECT sequence, app_key, place, body FROM events", [])],
      [("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", []), ("DELETE FROM events", [])], [("ROLLBACK", [])],
      [("ROLLBACK", []), ("SELECT greatest(1, NULL, $1)", [.integer(3)])],
    ]

  /// What a server answers.
  static func answers(_ address: PostgresAddress) throws -> [String] {
    let connection = try PostgresConnection(address)
    return try lines.map { line in
      for (sql, values) in line { try connection.enqueue(sql, values) }
      var words: String
      do throws(PostgresError) {
        words = try connection.finish().map { result throws(PostgresError) in try text(of: result) }
          .joined(separator: ", ")
      } catch {
        words = "\(error)"
      }
      return "\(line.last?.0 ?? ""): \(words), \(connection.isInTransaction)"
    }
  }

  private static func text(of result: PostgresResult) throws(PostgresError) -> String {
    var text = "\(result.command) \(result.affected)"
    for row in 0..<result.count {
      for column in 0..<result.columns { text += " \(try result.value(row, column))" }
    }
    return text
  }
}
