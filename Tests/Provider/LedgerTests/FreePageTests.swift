import Foundation
import GRDB
import PaymentsModel
import TestSupport
import Testing

@testable import Ledger

/// What was deleted gives its space back, and the seals of the pages know of it.
@Suite(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite")) struct FreePageTests {
  private static let events = 3000

  /// A ledger whose events take some megabytes.
  private func filled(_ folder: TemporaryFolder) async throws -> Ledger {
    let ledger = try folder.open()
    try await ledger.admit(alice)
    try await ledger.write { transaction in
      for number in 1...Self.events {
        try transaction.appendEvent(
          NewEvent(
            app: alice, type: "t", objectID: "o", version: Int64(number), at: second(0),
            body: [UInt8](repeating: 7, count: 2000)))
      }
    }
    return ledger
  }

  /// Drops all events but the last hundred, and gives the pages back in steps.
  private func shrink(_ ledger: Ledger) async throws {
    let last = EventCursor(sequence: Int64(Self.events - 100))
    try await ledger.write { transaction in
      _ = try transaction.dropEvents(of: alice, through: last, atMost: Self.events)
    }
    #expect(try await ledger.read { reader in try reader.freePages() } > 1000)
    var steps = 0
    while try await ledger.write({ try $0.releaseFreePages(atMost: 64, keeping: 16) }) > 0 { steps += 1 }
    #expect(steps > 10, "each step is short")
    #expect(try await ledger.read { reader in try reader.freePages() } <= 16)
  }

  private func eventCount(_ ledger: Ledger) async throws -> Int {
    try await ledger.read { reader in
      try reader.events(for: alice, after: .beginning, limit: Self.events).count
    }
  }

  private func size(_ folder: TemporaryFolder) -> Int64 { LedgerFolder.size(of: folder.database) ?? 0 }

  private func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in ["ledger.sqlite", "ledger.sqlite-wal", "ledger.mark", "ledger.pages"] {
      try FileManager.default.copyItem(atPath: folder.path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }

  @Test func `the file becomes smaller after events were dropped, and is accepted at the next start`() async throws {
    let folder = try TemporaryFolder()
    try await filled(folder).close()
    let full = size(folder)
    #expect(full > 6_000_000)
    var ledger = try folder.open()
    try await shrink(ledger)
    await ledger.close()
    #expect(size(folder) < 1_000_000)
    let seals = LedgerFolder.size(of: folder.path + "/ledger.pages") ?? .max
    #expect(seals <= 16 + size(folder) / 4096 * 8)
    ledger = try folder.open()
    #expect(try await eventCount(ledger) == 100)
    // It grows again in the place of what was cut off.
    try await ledger.write { transaction in
      for number in 0..<500 { try transaction.appendEvent(makeEvent("o\(number)", version: 1)) }
    }
    await ledger.close()
    ledger = try folder.open()
    #expect(try await eventCount(ledger) == 600)
    await ledger.close()
  }

  @Test func `a crash before the seals are cut off is no damage`() async throws {
    let folder = try TemporaryFolder()
    try await filled(folder).close()
    let ledger = try folder.open()
    try await shrink(ledger)
    // The log holds all of it, as after a crash. Now a checkpoint cuts the file, and the seals stay as they are.
    let cut = try copy(of: folder)
    let connection = try DatabaseQueue(path: cut.database)
    try await connection.writeWithoutTransaction { database in _ = try database.checkpoint(.passive) }
    #expect(size(cut) < 1_000_000)
    #expect(LedgerFolder.size(of: cut.path + "/ledger.pages") ?? 0 > 12_000)
    let crashed = try copy(of: cut)
    let again = try crashed.open()
    #expect(try await eventCount(again) == 100)
    await again.close()
    // Without the log, a file that is too short is one that somebody has cut.
    let short = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: cut.database, toPath: short.database)
    try FileManager.default.copyItem(atPath: cut.path + "/ledger.pages", toPath: short.path + "/ledger.pages")
    #expect(throws: LedgerError.changedOutside) { _ = try short.open() }
    try connection.close()
    await ledger.close()
  }
}
