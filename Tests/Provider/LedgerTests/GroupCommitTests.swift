import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite struct GroupCommitTests {
  @Test func `a lone write is a commit of its own`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    for index in 0..<5 {
      try await ledger.write { transaction in try transaction.setSetting("k\(index)", "v") }
    }
    let statistics = ledger.statistics
    #expect((statistics.units, statistics.commits, statistics.largestCommit) == (5, 5, 1))
    await ledger.close()
  }

  @Test func `writes of many tasks share commits, and each is durable when it is answered`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<32 {
        group.addTask {
          for step in 0..<20 {
            let key = "\(task)/\(step)"
            try await ledger.write { transaction in try transaction.setSetting(key, "v") }
            let stored = try await ledger.read { reader in try reader.setting(key) }
            #expect(stored == "v", "read after its own write")
          }
        }
      }
      try await group.waitForAll()
    }
    let statistics = ledger.statistics
    #expect(statistics.units == 641)
    #expect(statistics.commits < 641, "\(statistics)")
    #expect(statistics.largestCommit > 1)
    await ledger.close()
  }

  @Test func `a failing unit takes back what it wrote, and nothing of its neighbours`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let failures = await withTaskGroup(of: LedgerError?.self) { group in
      for task in 0..<300 {
        group.addTask {
          do throws(LedgerError) {
            try await ledger.write { transaction in
              try transaction.setSetting("before/\(task)", "v")
              try transaction.appendEvent(makeEvent("\(task)", version: 1))
              switch task % 4 {
              case 1: throw LedgerError.abandoned
              case 2: try transaction.insertOrder(makeOrder("o", app: bob))
              case 3: try transaction.updateInvoice(makeInvoice("none", address: "none"), expectedVersion: 1)
              default: break
              }
            }
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.filter { $0 == LedgerError.abandoned }.count == 75)
    #expect(failures.filter { $0 == LedgerError.constraint }.count == 75)
    #expect(failures.filter { $0 == LedgerError.versionConflict }.count == 75)
    let events = try await ledger.read { reader in
      for task in 0..<300 {
        #expect(try reader.setting("before/\(task)") == (task % 4 == 0 ? "v" : nil))
      }
      return try reader.events(for: alice, after: .beginning, limit: 1000)
    }
    #expect(events.map(\.cursor.sequence) == Array(1...75), "what was taken back leaves no gap")
    #expect(ledger.statistics.largestCommit > 1, "units shared a transaction")
    await ledger.close()
  }

  @Test func `one of many equal requests makes the object, the others get it`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    let id = PaymentRequestID.random()
    let outcomes = try await withThrowingTaskGroup(of: ClaimOutcome.self) { group in
      for task in 0..<50 {
        group.addTask {
          try await ledger.write { transaction -> ClaimOutcome in
            let outcome = try transaction.claimRequest(makeClaim(id, makes: "o\(task)"))
            if outcome == .new { try transaction.insertOrder(makeOrder("o\(task)")) }
            return outcome
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let orders = try await ledger.read { reader in try reader.openOrders() }
    #expect(orders.count == 1)
    let made = RequestObject(kind: "order", id: orders[0].terms.id.rawValue)
    #expect(outcomes.filter { $0 == .new }.count == 1)
    #expect(outcomes.filter { $0 == .replay(made) }.count == 49)
    let (changed, ofAnother) = try await ledger.write { transaction in
      (
        try transaction.claimRequest(makeClaim(id, digest: "other", makes: "x")),
        try transaction.claimRequest(makeClaim(id, app: bob, makes: "x"))
      )
    }
    #expect(changed == .conflict)
    #expect(ofAnother == .new, "keys are each app's own")
    await ledger.close()

    let again = try folder.open()
    let replay = try await again.read { reader in try reader.lookUp(makeClaim(id, makes: "x")) }
    #expect(replay == .replay(made), "it survives a restart")
    await again.close()
  }

  @Test func `a unit that claims and then fails frees the key again`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let id = PaymentRequestID.random()
    await #expect(throws: LedgerError.abandoned) {
      try await ledger.write { transaction in
        _ = try transaction.claimRequest(makeClaim(id, makes: "o"))
        throw LedgerError.abandoned
      }
    }
    let free = try await ledger.read { reader in try reader.lookUp(makeClaim(id, makes: "o")) }
    #expect(free == .new)
    await ledger.close()
  }

  @Test func `each order's events follow its versions without a gap`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        let app = task.isMultiple(of: 2) ? alice : bob
        group.addTask {
          for version in 1...10 {
            try await ledger.write { transaction in
              let event = makeEvent("o\(task)", version: Int64(version), app: app)
              try transaction.appendEvent(event)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var seen: [EventRecord] = []
    var cursor = EventCursor.beginning
    while true {
      let page = try await ledger.read { [cursor] reader in
        try reader.events(for: alice, after: cursor, limit: 7)
      }
      guard let last = page.last else { break }
      cursor = last.cursor
      seen += page
    }
    #expect(seen.count == 80)
    for task in stride(from: 0, to: 16, by: 2) {
      #expect(seen.filter { $0.event.objectID == "o\(task)" }.map(\.event.version) == Array(1...10))
    }
    #expect(seen[0].event.body == Array("{\"version\":1}".utf8))
    let latest = try await ledger.read { reader in try reader.latestEvent(of: alice) }
    #expect(latest.sequence == 80)
    await ledger.close()
  }
}
