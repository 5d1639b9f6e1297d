import PaymentsModel
import PostgreSQL
import TestSupport
import Testing

@testable import Ledger

/// Whether a ledger in PostgreSQL is taken for complete, by what the folder of a process knows and what it has seen.
@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct NewcomerLedgerTests {
  private struct Scene {
    let folders: [TemporaryFolder]
    let address: PostgresAddress

    init() throws {
      folders = [try TemporaryFolder(), try TemporaryFolder()]
      address = try #require(try PostgresForTests.address(of: folders[0].path))
    }

    func open(_ index: Int, _ witness: LedgerWitness? = LedgerWitness()) throws(LedgerError) -> Ledger {
      try Ledger(.postgres(address, folder: folders[index].path), renewing: nil, witness: witness) { _ in }
    }

    /// What the mark in a folder says.
    func noted(_ index: Int) throws -> HighWaterMark.Reached? {
      try HighWaterMark(path: LedgerFolder.markPath(in: folders[index].path)).noted()
    }

    func write(_ ledger: Ledger) async throws {
      let entry = AuditEntry(at: Timestamp(milliseconds: 1), kind: "test", app: nil, objectID: nil, detail: "{}")
      try await ledger.write { transaction in try transaction.appendAudit(entry) }
    }
  }

  @Test func `a new ledger, and one that the folder has written, lack nothing`() async throws {
    let scene = try Scene()
    for _ in 0..<2 {
      let ledger = try scene.open(0)
      #expect(ledger.isVouchedFor)
      try await scene.write(ledger)
      await ledger.close()
    }
  }

  @Test func `who has seen another one write knows how far it has come`() async throws {
    let scene = try Scene()
    let (writer, witness) = (try scene.open(0), LedgerWitness())
    for _ in 0..<3 {
      try await scene.write(writer)
      try PostgresForTests.extendLease(scene.address)
      #expect(throws: LedgerError.writtenElsewhere) { try scene.open(1, witness) }
    }
    #expect(try scene.noted(1)?.audit == 3)
    await writer.close()
    let second = try scene.open(1, witness)
    #expect(second.isVouchedFor)
    await second.close()
  }

  /// It may be one that this process took and could not keep, or that of another one which knew no more of the ledger.
  @Test func `another epoch alone is no writing`() async throws {
    let scene = try Scene()
    let (writer, witness) = (try scene.open(0), LedgerWitness())
    try await scene.write(writer)
    try PostgresForTests.extendLease(scene.address)
    #expect(throws: LedgerError.writtenElsewhere) { try scene.open(1, witness) }
    await writer.close()
    let next = try scene.open(0)
    try PostgresForTests.extendLease(scene.address)
    #expect(throws: LedgerError.writtenElsewhere) { try scene.open(1, witness) }
    await next.close()
    let second = try scene.open(1, witness)
    #expect(!second.isVouchedFor)
    await second.close()
  }

  /// The lease of a process that died may still be good in a copy of its database: looking at it is not seeing it write.
  @Test func `who has seen a lease only knows nothing, and neither does the next start`() async throws {
    let scene = try Scene()
    let (writer, witness) = (try scene.open(0), LedgerWitness())
    try await scene.write(writer)
    try PostgresForTests.extendLease(scene.address)
    for _ in 0..<3 { #expect(throws: LedgerError.writtenElsewhere) { try scene.open(1, witness) } }
    await writer.close()
    for witness in [witness, LedgerWitness()] {
      let second = try scene.open(1, witness)
      #expect(!second.isVouchedFor)
      try await scene.write(second)
      #expect(try scene.noted(1) == nil)
      try PostgresForTests.endLease(scene.address)
      await second.close()
    }
    let third = try scene.open(1)
    third.vouch()
    try await scene.write(third)
    await third.close()
    #expect(try scene.noted(1)?.audit == 4)
  }
}
