import Foundation
import GRDB
import TestSupport
import Testing

@testable import Ledger

/// Tests which changes of a ledger that was not open are detected.
@Suite(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite")) struct DamageTests {
  /// Fills a ledger with events, and closes it properly or leaves it as a crash would.
  private func filled(_ events: Range<Int>, closed: Bool, in folder: TemporaryFolder) async throws {
    let ledger = try await opened(folder)
    try await add(events, to: ledger)
    if closed { await ledger.close() }
  }

  private func add(_ events: Range<Int>, to ledger: Ledger) async throws {
    if events.lowerBound == 0 { try await ledger.admit(alice) }
    for index in events {
      try await ledger.write { transaction in
        try transaction.insertOrder(makeOrder("o\(index)"))
        try transaction.appendEvent(makeEvent("o\(index)", version: 1))
      }
    }
  }

  /// Opens the ledger once its previous owner, which was not closed, is gone. The last unit of that may still be
  /// running.
  private func opened(_ folder: TemporaryFolder) async throws -> Ledger {
    let start = ContinuousClock.now
    while true {
      do {
        return try folder.open()
      } catch let error as LedgerError {
        guard case .alreadyInUse = error, start.duration(to: .now) < .seconds(60) else { throw error }
        await Task.yield()
      }
    }
  }

  private func orders(_ folder: TemporaryFolder) async throws -> Int {
    let ledger = try await opened(folder)
    let count = try await ledger.read { reader in try reader.openOrders().count }
    await ledger.close()
    return count
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in ["ledger.sqlite", "ledger.sqlite-wal", "ledger.mark", "ledger.pages"] {
      files[name] = FileManager.default.contents(atPath: folder.path + "/" + name)
    }
    return files
  }

  private func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try files(folder).keys {
      try FileManager.default.copyItem(atPath: folder.path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }

  private func flip(_ path: String, at offset: Int) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[offset] ^= 4
    try bytes.write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
  }

  @Test("a log that was left behind is written again, since the system may hold what the disk has lost")
  func aLogThatWasLeftBehindIsWrittenAgain() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<3, closed: false, in: folder)
    let copy = try copy(of: folder)
    let log = copy.path + "/ledger.sqlite-wal"
    let before = try #require(FileManager.default.contents(atPath: log))
    let past = Date(timeIntervalSince1970: 1)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: log)
    let ledger = try await opened(copy)
    let written = try FileManager.default.attributesOfItem(atPath: log)[.modificationDate] as? Date
    #expect(try #require(written) > past)
    #expect(FileManager.default.contents(atPath: log)?.prefix(before.count) == before)
    #expect(try await ledger.read { reader in try reader.openOrders().count } == 3)
    await ledger.close()
  }

  @Test func `a log that lost its end is refused, and left as it is`() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<4, closed: false, in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal"))
    for length in [whole.count - 1, whole.count - 4120, whole.count / 2, 32, 0] {
      let cut = try copy(of: folder)
      try whole.prefix(length).write(to: URL(fileURLWithPath: cut.database + "-wal"))
      chmod(cut.database + "-wal", 0o600)
      let before = try files(cut)
      #expect(throws: LedgerError.lostItsEnd) { try cut.open() }
      #expect(try files(cut) == before, "\(length)")
    }
    // A flipped byte in the middle ends the log at that place.
    let flipped = try copy(of: folder)
    try flip(flipped.database + "-wal", at: whole.count / 2)
    #expect(throws: LedgerError.lostItsEnd) { try flipped.open() }
    #expect(try await orders(copy(of: folder)) == 4)
  }

  @Test func `an older copy of the database beside the newer mark is refused`() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<2, closed: true, in: folder)
    let older = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let seals = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/ledger.pages"))
    try await filled(2..<3, closed: true, in: folder)
    try older.write(to: URL(fileURLWithPath: folder.database))
    #expect(throws: LedgerError.changedOutside) { try folder.open() }
    try seals.write(to: URL(fileURLWithPath: folder.path + "/ledger.pages"))
    for name in ["/ledger.sqlite", "/ledger.pages"] { chmod(folder.path + name, 0o600) }
    #expect(throws: LedgerError.lostItsEnd) { try folder.open() }
    // The owner has looked at the wallet and continues with the remaining data.
    try FileManager.default.removeItem(atPath: folder.path + "/ledger.mark")
    #expect(try await orders(folder) == 2)
  }

  @Test func `a byte that changed in any page of the database is found`() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<3, closed: true, in: folder)
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.database)).count
    for page in 0..<size / 4096 {
      let offset = page * 4096 + 4095 - page
      try flip(folder.database, at: offset)
      #expect(throws: LedgerError.changedOutside, "\(offset)") { try folder.open() }
      try flip(folder.database, at: offset)
    }
    #expect(try await orders(folder) == 3)
  }

  /// Changes bytes of a file where it is, as a disk does. `Data` would write another file.
  private func rot(_ path: String, at offsets: some Sequence<Int>) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    for offset in offsets {
      try file.seek(toOffset: UInt64(offset))
      let byte = try #require(try file.read(upToCount: 1)?.first)
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: [byte ^ 4])
    }
    try file.close()
  }

  /// A ledger that is open goes on, and finds what has changed below it. It is told, and so is the next start.
  private func expectFound(in folder: TemporaryFolder, _ ledger: Ledger, _ fatal: FatalErrors) async throws {
    await #expect(throws: LedgerError.changedOutside) {
      // Another state of the ledger makes SQLite read its pages anew.
      try await ledger.write { transaction in try transaction.appendEvent(makeEvent("o0", version: 2)) }
      _ = try await ledger.read { reader in try reader.openOrders().count }
    }
    #expect(fatal.all == [.changedOutside])
    await #expect(throws: LedgerError.changedOutside) { try await ledger.write { _ in } }
  }

  @Test func `a page of the database that changes while the ledger is open is found`() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<300, closed: true, in: folder)
    let fatal = FatalErrors()
    let ledger = try folder.open { fatal.append($0) }
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.database)).count
    try rot(folder.database, at: stride(from: 4000, to: size, by: 4096))
    try await expectFound(in: folder, ledger, fatal)
  }

  @Test func `a page of the log that changes while the ledger is open is found`() async throws {
    let folder = try TemporaryFolder()
    let fatal = FatalErrors()
    let ledger = try folder.open { fatal.append($0) }
    try await add(0..<100, to: ledger)
    let log = folder.database + "-wal"
    let size = try Data(contentsOf: URL(fileURLWithPath: log)).count
    try rot(log, at: stride(from: 32 + 24 + 4000, to: size, by: 24 + 4096))
    try await expectFound(in: folder, ledger, fatal)
  }

  @Test func `a log that changes is not moved into the database`() async throws {
    let folder = try TemporaryFolder()
    let fatal = FatalErrors()
    let ledger = try folder.open { fatal.append($0) }
    try await add(0..<3, to: ledger)
    let log = folder.database + "-wal"
    let size = try Data(contentsOf: URL(fileURLWithPath: log)).count
    try rot(log, at: stride(from: 32 + 24 + 4000, to: size, by: 24 + 4096))
    // The log is moved when the ledger is closed.
    await ledger.close()
    #expect(fatal.all == [.changedOutside])
  }

  @Test func `checkpoints, crashes and closings keep the seals true`() async throws {
    let folder = try TemporaryFolder()
    // There are more units than between two checkpoints, and then a crash. The database then contains new pages, and
    // the log contains newer ones.
    try await filled(0..<1100, closed: false, in: folder)
    #expect(try await orders(folder) == 1100)
    try await filled(1100..<1110, closed: false, in: folder)
    try await filled(1110..<1120, closed: true, in: folder)
    #expect(try await orders(folder) == 1120)
  }

  @Test func `a ledger of before has neither mark nor seals, and gets them`() async throws {
    let folder = try TemporaryFolder()
    try await filled(0..<3, closed: true, in: folder)
    for name in ["ledger.mark", "ledger.pages"] {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
    #expect(try await orders(folder) == 3)
    try flip(folder.database, at: 4096 * 3 - 1)
    #expect(throws: LedgerError.changedOutside) { try folder.open() }
  }

  @Test func `a mark that cannot be read is none, and one that was cut off in the middle leaves the one before`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger.mark"
    let mark = try HighWaterMark(path: path)
    #expect(mark.noted() == nil)
    #expect(mark.note(.init(events: 5, audit: 2)) == nil)
    #expect(mark.note(.init(events: 6, audit: 2)) == nil)
    #expect(mark.noted() == .init(events: 6, audit: 2))
    try flip(path, at: 64 + 20)
    #expect(try HighWaterMark(path: path).noted() == .init(events: 5, audit: 2))
    try flip(path, at: 30)
    #expect(try HighWaterMark(path: path).noted() == nil)
  }
}
