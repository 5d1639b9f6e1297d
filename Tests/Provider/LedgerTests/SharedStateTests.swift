import Ledger
import PaymentsModel
import Testing

/// What units and reads share with their neighbours, and what they must not.
@Suite struct SharedStateTests {
  @Test func `a setting of a unit that was taken back is not remembered by its neighbours`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.write { transaction in try transaction.setSetting("key", "old") }
    try await withThrowingTaskGroup(of: String?.self) { group in
      for task in 0..<200 {
        group.addTask {
          do throws(LedgerError) {
            return try await ledger.write { transaction in
              let before = try transaction.setting("key")
              guard task % 2 == 0 else { return before }
              try transaction.setSetting("key", "new")
              #expect(try transaction.setting("key") == "new")
              throw LedgerError.abandoned
            }
          } catch {
            return nil
          }
        }
      }
      for try await seen in group { #expect(seen == nil || seen == "old") }
    }
    #expect(try await ledger.read { try $0.setting("key") } == "old")
    await ledger.close()
  }

  /// The ledger may notice only with a later statement that a row was not there.
  @Test func `a unit fails that does not find its row, whatever it makes of that, and its neighbours do not`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    try await ledger.write { transaction in try transaction.insertOrder(makeOrder("o", app: alice)) }
    let stored = await withTaskGroup(of: Int?.self) { group in
      for task in 0..<100 {
        group.addTask {
          do throws(LedgerError) {
            try await ledger.write { transaction in
              try transaction.setSetting("\(task)", "v")
              if task % 10 == 0 { try transaction.updateOrder(makeOrder("o", app: alice), expectedVersion: 99) }
              _ = try? transaction.setting("\(task)")
            }
            return task
          } catch {
            #expect(error == .versionConflict)
            return nil
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { if let task = $1 { $0.insert(task) } }
    }
    #expect(stored == Set((0..<100).filter { $0 % 10 != 0 }))
    let settings = try await ledger.read { reader in try (0..<100).map { try reader.setting("\($0)") } }
    #expect(settings == (0..<100).map { $0 % 10 == 0 ? nil : "v" })
    await ledger.close()
  }

  @Test func `bytes that a failing unit has counted are not counted`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let before = try await ledger.read { try $0.storedBytes(of: alice) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<100 {
        group.addTask {
          try? await ledger.write { transaction in
            transaction.countBytes(10, of: alice)
            if task % 2 == 0 { throw LedgerError.abandoned }
          }
        }
      }
    }
    #expect(try await ledger.read { try $0.storedBytes(of: alice) } == before + 500)
    await ledger.close()
  }

  @Test func `reads that wait for each other see each write that had returned, and one that fails fails alone`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for step in 0..<8 {
            try await ledger.write { transaction in try transaction.setSetting("\(task)", "\(step)") }
            let failed = await #expect(throws: LedgerError.abandoned) {
              try await ledger.read { _ in throw LedgerError.abandoned }
            }
            #expect(failed != nil)
            let seen = try await ledger.read { reader in try (reader.setting("\(task)"), reader.setting("\(task)")) }
            #expect(seen == ("\(step)", "\(step)"))
          }
        }
      }
      try await group.waitForAll()
    }
    await ledger.close()
  }
}
