import PostgreSQL
import TestSupport

@testable import Ledger

/// Another process that takes over a ledger whose lease has run out.
enum LedgerTakeOver {
  /// Opens the ledger. The last transaction of the one that had the lease may still be ending.
  static func open(_ address: PostgresAddress, _ folder: TemporaryFolder) throws -> Ledger {
    var attempts = 0
    while true {
      try PostgresForTests.endLease(address)
      do throws(LedgerError) {
        return try Ledger(.postgres(address, folder: folder.path)) { _ in }
      } catch {
        guard error == .writtenElsewhere, attempts < 200 else { throw error }
        attempts += 1
      }
    }
  }
}
