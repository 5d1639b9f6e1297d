import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport

enum LedgerOpening {
  static func open(_ folder: ModelFolder) throws -> Ledger {
    guard let address = try PostgresForTests.address(of: folder.database) else {
      return try Ledger(folder: folder.path) { _ in }
    }
    // Nobody waits here until the lease of the process that was killed has run out.
    try PostgresForTests.endLease(address)
    return try Ledger(.postgres(address, folder: folder.path), renewing: nil) { _ in }
  }
}

extension Ledger {
  func openOrders(schedule: RetrySchedule) async throws -> [OrderMachine] {
    try await read { reader in try reader.openOrders(schedule: schedule) }
  }

  func order(_ id: OrderID) async throws -> OrderMachine? {
    try await read { reader in try reader.order(id) }
  }
}
