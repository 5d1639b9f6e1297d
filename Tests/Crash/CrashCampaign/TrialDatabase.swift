import Platform
import PostgreSQL
import TestSupport

/// The database that has the ledger of a trial, where `scripts/postgres.sh` has started a server. What `payd` sends to it
/// counts among the calls at which it is struck.
struct TrialDatabase {
  private let name: String
  private let address: PostgresAddress

  /// Returns the database that belongs to a folder, whether it exists or not; `nil` if ledgers are kept in files.
  init?(of folder: String) throws {
    // The name of the folder says all, since the server belongs to this run.
    name = folder.split(separator: "/").last.map(String.init) ?? ""
    guard let address = try PostgresForTests.address(ofDatabase: name) else { return nil }
    self.address = address
  }

  /// The line of the configuration that names it.
  var line: String { "\nledger: \"\(address.uri)\"\n" }

  /// Creates it, without a ledger.
  func create() throws { try administer("CREATE DATABASE \"\(name)\"") }

  /// Creates it as a copy of one that nobody uses. The server waits for some seconds until the last one who used it is
  /// gone.
  func create(from source: TrialDatabase) throws {
    try administer("CREATE DATABASE \"\(name)\" TEMPLATE \"\(source.name)\"")
  }

  func drop() throws { try administer("DROP DATABASE IF EXISTS \"\(name)\" WITH (FORCE)") }

  /// Lets the lease of a daemon run out that was killed.
  func endLease() throws { try PostgresForTests.endLease(address) }

  private func administer(_ statement: String) throws {
    guard let server = try PostgresForTests.address(ofDatabase: "payport") else { return }
    _ = try PostgresConnection(server).run(statement)
  }
}
