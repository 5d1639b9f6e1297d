import PaymentsCore
import PaymentsModel

@testable import Ledger

extension ServerTrial {
  func statements() throws {
    let process = try start(1)
    let app = AppKey(rawValue: "app")
    let order = OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: "o"), app: app, requestID: .random(), paramsDigest: "d", currency: "LTC", decimals: 8,
        address: "to", amount: Amount(atomicUnits: .max - 1), maxFee: nil, purpose: PaymentPurpose(description: "tea"),
        confirmationsWanted: 2, createdAt: Timestamp(milliseconds: 1), expiresAt: nil))
    let written = wait(process) { (ledger) async throws(LedgerError) in
      try await ledger.write { transaction in
        try transaction.saveApp(
          AppRecord(
            key: app, status: .approved, claimedName: "App", scopes: ["pay"],
            evidence: AppEvidence(manifest: [1, 0], handshakeHash: [], sessionKey: [3], signature: []),
            pairedAt: Timestamp(milliseconds: 0), lastSeenAt: nil))
        try transaction.insertOrder(order)
        for version in 1...3 {
          try transaction.appendEvent(
            NewEvent(
              app: app, type: "payment_order_changed", objectID: "o", version: Int64(version),
              at: Timestamp(milliseconds: 2), body: Array("{}".utf8)))
        }
      }
    }
    expect((try? written.get()) != nil, "an app, an order and events are not written: \(written)")
    let read = wait(process) { (ledger) async throws(LedgerError) in
      try await ledger.read { reader in try reader.order(OrderID(rawValue: "o"))?.terms.amount }
    }
    expect((try? read.get()) == Amount(atomicUnits: .max - 1), "the order is another one: \(read)")
    let twice = wait(process) { (ledger) async throws(LedgerError) in
      async let kept: Void? = try? ledger.write { try $0.setSetting("k", "kept") }
      var refusal: LedgerError?
      do throws(LedgerError) {
        try await ledger.write {
          try $0.setSetting("refused", "undone")
          try $0.insertOrder(order)
        }
      } catch {
        refusal = error
      }
      _ = await kept
      if let refusal { throw refusal }
    }
    if case .failure(.constraint) = twice {} else { expect(false, "an order is there twice") }
    server.failOver()
    expect((try? value(process).get()) == "kept", "a standby lacks what was written beside a refused unit")
    let undone = server.rows("SELECT value FROM settings WHERE key = 'refused'")
    expect(undone.isEmpty, "a standby has what a refused unit wrote")
    expect(set(process, "v") == nil, "the ledger does not go on after a refused unit")
  }

  func lostAnswers() throws {
    let process = try start(1)
    expect(set(process, "before") == nil, "nothing is written")
    let fates: [(CommitFate, isCommitted: Bool)] = [
      (.lostUndone, false), (.lostCommitted, true), (.lostUndecided(3_000_000_000, isCommitted: true), true),
      (.lostUndecided(3_000_000_000, isCommitted: false), false), (.warned, true),
    ]
    for (index, (fate, isCommitted)) in fates.enumerated() {
      let earlier = try value(process).get()
      server.nextCommits = [fate]
      let error = set(process, "\(index)")
      expect(error == (isCommitted ? nil : .unavailable), "\(fate): \(error.map { "\($0)" } ?? "committed")")
      let now = try value(process).get()
      expect(now == (isCommitted ? "\(index)" : earlier), "\(fate): \(now ?? "") is stored")
      expect(set(process, "after \(index)") == nil, "\(fate): it does not go on")
    }
    expect(fatal[1]?.list.isEmpty == true, "it has ended")
  }

  func refusedCommits() throws {
    let process = try start(1)
    // The transaction is gone, so that it is looked up whether it was committed.
    for state in ["53100", "40001", "40P01"] {
      server.nextCommits = [.refused(state)]
      let error = set(process, state)
      expect(error == .unavailable, "\(state) is \(error.map { "\($0)" } ?? "committed")")
    }
    for (state, expected) in [("57014", LedgerError.unavailable), ("53100", .diskFull), ("40P01", .unavailable)] {
      var isNext = true
      server.onStatement = { sql, _ in
        guard sql.hasPrefix("INSERT INTO settings"), isNext else { return nil }
        isNext = false
        return .refused(state)
      }
      let error = set(process, state)
      expect(error == expected, "a statement with \(state) is \(error.map { "\($0)" } ?? "carried out")")
    }
    expect(set(process, "then") == nil, "it does not go on")
  }

  /// What `PostgresLedgerTests` calls "whoever was stopped for longer than the lease writes nothing any more".
  func lease() throws {
    let first = try start(1)
    expect(set(first, "first") == nil, "nothing is written")
    expect(refusal(2) == .writtenElsewhere, "two write")
    sleep(5)
    expect(refusal(2) == .writtenElsewhere, "the lease is over before its time")
    expect(set(first, "still") == nil, "the holder does not go on")
    sleep(7)
    let second = try start(2)
    expect(set(second, "second") == nil, "the second one does not write")
    expect(set(first, "late") == .fenced, "the first one is not fenced")
    expect(fatal[1]?.list == [.fenced], "the first one goes on")
    expect(try value(second).get() == "second", "the first one has written")
    sleep(7)
    let third = try start(3)
    expect(set(third, "third") == nil && set(second, "x") == .fenced, "a third one does not take over")
  }

  /// A client is stopped in the middle of a unit, and another process takes over meanwhile.
  func stoppedInTheMiddle() throws {
    let first = try start(1)
    expect(set(first, "first") == nil, "nothing is written")
    var isNext = true
    server.onStatement = { [self] sql, process in
      guard process == 1, sql.hasPrefix("INSERT INTO settings"), isNext else { return nil }
      isNext = false
      expect(refusal(2) == .writtenElsewhere, "the lease is taken from who is just committing")
      sleep(7)
      expect(refusal(2) == nil, "nobody takes over")
      return nil
    }
    expect(set(first, "late") == .fenced, "the first one is not fenced")
    expect(fatal[1]?.list == [.fenced], "the first one goes on")
  }

  func failovers() throws {
    let process = try start(1)
    for number in 1...100 { expect(set(process, "\(number)") == nil, "\(number) is not written") }
    server.failOver(keepsUnacknowledged: false)
    expect(try value(process).get() == "100", "the standby lacks what was answered")
    server.nextCommits = [.lostUndecided(60_000_000_000, isCommitted: true)]
    server.onStatement = { [self] sql, _ in
      guard sql.hasPrefix("BEGIN"), server.nextCommits.isEmpty else { return nil }
      server.onStatement = nil
      server.failOver(keepsUnacknowledged: false)
      return nil
    }
    expect(set(process, "unknown") == .unavailable, "what the standby lacks is taken for committed")
    expect(set(process, "101") == nil && set(process, "102") == nil, "it does not go on")
    server.failOver(lacking: 1, leavesOld: true)
    expect(set(process, "103") == .unavailable, "the old server has answered a commit")
    expect(set(process, "104") == .lostItsEnd, "a server that lacks a commit is used")
    expect(fatal[1]?.list == [.lostItsEnd], "what was answered is lost, and nobody has noticed")
  }

  func putBack() throws {
    let first = try start(1)
    expect(set(first, "before") == nil, "nothing is written")
    let snapshot = server.snapshot()
    expect(set(first, "after") == nil, "nothing is written")
    server.putBack(snapshot)
    expect(set(first, "later") == .lostItsEnd, "a database that was put back is used")
    sleep(14)
    let second = try start(2, folder: first.folder + "-2")
    expect(try value(second).get() == "before", "it was not put back")
    // The second start is the epoch after that of the first, so that the folder of the first one knows it not.
    server.putBack(snapshot)
    Scheduler.end(second.number)
    sleep(7)
    expect(refusal(2, folder: second.folder) == .lostItsEnd, "an epoch that was used before is used again")
  }

  func away() throws {
    let process = try start(1)
    expect(set(process, "before") == nil, "nothing is written")
    server.isAway = true
    expect(set(process, "during") == .unavailable, "a server that is away answers")
    if case .unreachable = refusal(2) {} else { expect(false, "a start without a server") }
    server.isAway = false
    sleep(1)
    expect(set(process, "after") == nil, "it does not go on")
  }

  /// A machine that has lost its power leaves a transaction that the server holds until it was idle for too long.
  func killed() throws {
    let first = try start(1)
    expect(set(first, "first") == nil, "nothing is written")
    server.onStatement = { sql, _ in
      guard sql.hasPrefix("INSERT INTO settings") else { return nil }
      Scheduler.end(first.number)
      SimulatedServer.kill(process: 1, unnoticed: true)
      return nil
    }
    _ = set(first, "lost")
    server.onStatement = nil
    let begun = Scheduler.now
    while refusal(2) == .writtenElsewhere { sleep(1) }
    expect(Scheduler.now - begun <= 8_000_000_000, "the transaction of the dead one is held")
    sleep(7)
    let third = try start(3, folder: first.folder)
    expect(try value(third).get() == "first", "half a unit is stored")
  }
}
