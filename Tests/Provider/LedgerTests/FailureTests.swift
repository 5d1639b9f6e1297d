import Foundation
import Ledger
import PaymentsModel
import TestSupport
import Testing

@Suite struct FailureTests {
  @Test func `a failing disk ends the ledger, once`() async throws {
    let folder = try TemporaryFolder()
    let fatal = FatalErrors()
    let ledger = try folder.open { fatal.append($0) }
    try await ledger.write { transaction in try transaction.setSetting("k", "before") }
    await #expect(throws: LedgerError.failed) {
      try await ledger.write { transaction in
        try transaction.setSetting("k", "during")
        // This error stands for SQLITE_IOERR, which is mapped to it.
        throw LedgerError.failed
      }
    }
    for _ in 0..<3 {
      await #expect(throws: LedgerError.failed) {
        try await ledger.write { transaction in try transaction.setSetting("k", "after") }
      }
    }
    #expect(fatal.all == [.failed])
    await ledger.close()
    #expect(throws: LedgerError.alreadyInUse(pid: getpid()), "held until the program ends") { try folder.open() }
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `all that was answered is there after the program was killed`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let answered = WriteProgress()
    let writer = Task {
      for index in 1...200 {
        try await ledger.write { transaction in
          try transaction.insertOrder(makeOrder("o\(index)"))
          try transaction.appendEvent(makeEvent("o\(index)", version: 1))
        }
        answered.set(index)
      }
    }
    var copies: [(TemporaryFolder, atLeast: Int)] = []
    while copies.count < 4 {
      await Task.yield()
      // A killed process leaves the files as they are, without closing the database. So few units cause no checkpoint.
      let count = answered.value
      guard count >= copies.count * 40 else { continue }
      copies.append((try copy(of: folder), atLeast: count))
    }
    try await writer.value
    for (copy, atLeast) in copies {
      let (orders, events) = try await contents(copy)
      #expect(orders == events, "an order and its event are one transaction")
      #expect(orders >= atLeast, "\(orders) of \(atLeast)")
    }
    await ledger.close()
  }

  @Test func `closed in the middle of writes: each is durable or refused`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let answered = try await withThrowingTaskGroup(of: String?.self) { group in
      for task in 0..<60 {
        group.addTask {
          do throws(LedgerError) {
            try await ledger.write { transaction in try transaction.setSetting("\(task)", "v") }
            return "\(task)"
          } catch {
            #expect(error == .closed)
            return nil
          }
        }
        if task == 30 {
          group.addTask {
            await ledger.close(); return nil
          }
        }
      }
      var keys: [String] = []
      for try await case let key? in group { keys.append(key) }
      return keys
    }
    await ledger.close()
    let again = try folder.open()
    for key in answered {
      let stored = try await again.read { transaction in try transaction.setting(key) }
      #expect(stored == "v")
    }
    await again.close()
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `a log torn at any place leaves whole units only`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    for index in 1...12 {
      try await ledger.write { transaction in
        try transaction.insertOrder(makeOrder("o\(index)"))
        try transaction.appendEvent(makeEvent("o\(index)", version: 1))
      }
    }
    let whole = try copy(of: folder)
    await ledger.close()
    let log = try Data(contentsOf: URL(fileURLWithPath: whole.database + "-wal"))
    var last = -1
    for length in stride(from: log.count - 60_000, through: log.count, by: 1511) where length > 0 {
      let torn = try copy(of: whole)
      try log.prefix(length).write(to: URL(fileURLWithPath: torn.database + "-wal"))
      chmod(torn.database + "-wal", 0o600)
      let (orders, events) = try await contents(torn)
      #expect(orders == events)
      #expect(orders >= last)
      last = orders
    }
    #expect(last >= 11, "\(last)")
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `a full disk fails what is at hand, and nothing later`() async throws {
    let mount = try TemporaryFolder()
    guard geteuid() == 0, try run("/usr/bin/mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", mount.path) == 0
    else {
      print("SKIPPED: cannot mount a small file system here, a full disk was not tested")
      return
    }
    defer { _ = try? run("/usr/bin/umount", "-l", mount.path) }
    let fatal = FatalErrors()
    let ledger = try Ledger(folder: mount.path) { fatal.append($0) }
    try await ledger.admit(alice)
    var written: Int64 = 0
    var failure: LedgerError?
    while failure == nil, written < 5000 {
      do throws(LedgerError) {
        let version = written + 1
        try await ledger.write { transaction in
          let body = [UInt8](repeating: 0x20, count: 2000)
          try transaction.appendEvent(
            NewEvent(app: alice, type: "t", objectID: "o", version: version, at: second(0), body: body))
        }
        written += 1
      } catch {
        failure = error
      }
    }
    #expect(failure == .diskFull)
    #expect(written > 10)
    await #expect(throws: LedgerError.diskFull) {
      try await ledger.write { transaction in
        try transaction.appendEvent(
          NewEvent(
            app: alice, type: "t", objectID: "o", version: 0, at: second(0), body: [UInt8](repeating: 0, count: 60000)))
      }
    }
    #expect(try run("/usr/bin/mount", "-o", "remount,size=8m", mount.path) == 0)
    let next = try await ledger.write { transaction in
      try transaction.appendEvent(makeEvent("o", version: 9))
      return try transaction.latestEvent(of: alice).sequence
    }
    #expect(next == written + 1, "what did not fit left no gap")
    #expect(fatal.all.isEmpty)
    await ledger.close()
  }
}

extension FailureTests {
  private func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.database + suffix, toPath: copy.database + suffix)
    }
    return copy
  }

  private func contents(_ folder: TemporaryFolder) async throws -> (orders: Int, events: Int) {
    let ledger = try folder.open()
    let counts = try await ledger.read { reader in
      (
        orders: try reader.openOrders().count,
        events: try reader.events(for: alice, after: .beginning, limit: 10_000).count
      )
    }
    await ledger.close()
    return counts
  }

  private func run(_ program: String, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
