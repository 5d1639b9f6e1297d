import Platform
package import PostgreSQL
import Synchronization

/// The server of PostgreSQL that `scripts/postgres.sh` has started for the tests, if it has.
package enum PostgresForTests {
  /// Whether the ledgers of this run are kept in PostgreSQL. Tests of files alone are then left out.
  package static var isUsed: Bool { base != nil }

  private static let base: String? = getenv("PAYPORT_TEST_POSTGRES").map { String(cString: $0) }
  private static let made = Mutex<Set<String>>([])

  /// Returns the address of a schema that belongs to one folder of a test, and makes it for the first use; `nil` if
  /// ledgers are kept in files.
  package static func address(of folder: String) throws -> PostgresAddress? {
    guard let base else { return nil }
    let schema = schema(of: folder)
    if made.withLock({ $0.insert(schema).inserted }) {
      let connection = try PostgresConnection(PostgresAddress(base))
      _ = try connection.run("CREATE SCHEMA IF NOT EXISTS \(schema)")
    }
    return try PostgresAddress("\(base)&options=-csearch_path%3D\(schema)")
  }

  /// The name of the schema of a folder.
  package static func schema(of folder: String) -> String {
    // FNV-1a, whose 64 bits are enough to tell the folders of one run apart.
    let number = folder.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "t" + String(number, radix: 16)
  }

  /// Returns the address of another database of the server, whether it exists or not; `nil` if ledgers are kept in files.
  package static func address(ofDatabase name: String) throws -> PostgresAddress? {
    try base.map { try PostgresAddress($0.replacing("/payport?", with: "/\(name)?")) }
  }

  /// Lets the lease on a ledger run out, as time does.
  package static func endLease(_ address: PostgresAddress) throws {
    let connection = try PostgresConnection(address)
    guard try connection.run("SELECT to_regclass('ledger')::text").value(0, 0) != .null else { return }
    _ = try connection.run("UPDATE ledger SET until = '-infinity'")
  }

  /// Makes the lease on a ledger as long as it can be, since a busy machine may leave the holder no time to renew it.
  package static func extendLease(_ address: PostgresAddress) throws {
    _ = try PostgresConnection(address).run("UPDATE ledger SET until = clock_timestamp() + interval '11 seconds'")
  }
}
