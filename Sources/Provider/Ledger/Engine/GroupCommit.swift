import Synchronization

/// Collects units of writes while the disk is busy and commits them together.
///
/// One drain runs at a time on the writer's queue. A drain takes what has gathered, runs each unit in a savepoint of
/// one transaction, commits, answers all, and looks again; so a lone unit is committed at once, and under load a commit
/// carries as many as arrived during the one before.
final class GroupCommit: Sendable {
  private struct State {
    var waiting: [any PendingWrite] = []
    var isDraining = false
    var refusal: LedgerError?
    var statistics = LedgerStatistics()
  }

  private let engine: any LedgerEngine
  private let observer: (any LedgerObserver)?
  private let onFatal: @Sendable (LedgerError) -> Void
  private let state = Mutex(State())
  /// The end of the audit chain, if it is known. Only used on the writer's queue.
  private nonisolated(unsafe) var auditEnd: AuditHead?
  /// In how many batches units are kept apart before they are tried together again. Only used on the writer's queue.
  private nonisolated(unsafe) var batchesApart = 0
  private static let batchesApart = 16

  init(
    _ engine: any LedgerEngine, observer: (any LedgerObserver)? = nil,
    onFatal: @escaping @Sendable (LedgerError) -> Void
  ) {
    self.engine = engine
    self.observer = observer
    self.onFatal = onFatal
  }

  var statistics: LedgerStatistics { state.withLock(\.statistics) }
  var closedOrFailed: LedgerError? { state.withLock(\.refusal) }

  func submit(_ unit: any PendingWrite) {
    let refusal = state.withLock { state -> LedgerError? in
      if let refusal = state.refusal { return refusal }
      state.waiting.append(unit)
      if !state.isDraining {
        state.isDraining = true
        // The drain is queued under the lock, so that closing comes after all accepted units.
        engine.onWriter { self.drain($0) }
      }
      return nil
    }
    if let refusal { unit.finish(refusal) }
  }

  /// Refuses all further units because the disk failed. Nothing is written to the disk any more: the database is not closed in
  /// order.
  func fail(_ error: LedgerError) {
    let isFirst = state.withLock { state in
      defer { state.refusal = error }
      return state.refusal?.isFatal != true
    }
    guard isFirst else { return }
    onFatal(error)
  }

  /// Refuses all further units and returns when all accepted units are done. The result says whether the database may
  /// be closed.
  func finish() async -> Bool {
    await withCheckedContinuation { continuation in
      let mayClose = state.withLock { state in
        guard state.refusal == nil else { return false }
        state.refusal = .closed
        engine.onWriter { _ in
          continuation.resume(returning: self.closedOrFailed == .closed)
        }
        return true
      }
      if !mayClose { continuation.resume(returning: false) }
    }
  }

  func closeDatabase() async {
    if let failure = await engine.close() { fail(failure) }
  }
}

extension GroupCommit {
  private func takeBatch() -> [any PendingWrite] {
    state.withLock { state in
      let batch = Array(state.waiting.prefix(engine.largestBatch))
      state.waiting.removeFirst(batch.count)
      if batch.isEmpty { state.isDraining = false }
      return batch
    }
  }

  private func drain(_ database: any LedgerDatabase) {
    let transaction = LedgerTransaction(database)
    while true {
      let batch = takeBatch()
      if batch.isEmpty { return }
      if let refusal = closedOrFailed, refusal.isFatal {
        for unit in batch { unit.finish(refusal) }
        continue
      }
      transaction.auditEnd = auditEnd
      let committed = commit(batch, in: transaction)
      auditEnd = transaction.auditEnd
      guard closedOrFailed?.isFatal != true else { continue }
      if let failure = engine.answered(units: committed) { fail(failure) }
    }
  }

  /// Commits units together, answers their callers, and returns how many were committed.
  private func commit(_ batch: [any PendingWrite], in transaction: LedgerTransaction) -> Int {
    var committed = 0
    var failures = [LedgerError?](repeating: nil, count: batch.count)
    var markFailure: LedgerError?
    let begun = ContinuousClock.now
    do {
      failures = try carryOut(batch, in: transaction)
      markFailure = engine.committed(try transaction.commit())
      committed = zip(batch, failures).count { $0.isCounted && $1 == nil }
      state.withLock { state in
        state.statistics.units += committed
        if committed > 0 { state.statistics.commits += 1 }
        state.statistics.largestCommit = max(state.statistics.largestCommit, committed)
      }
      if committed > 0 { observer?.committed(units: committed, in: ContinuousClock.now - begun) }
      observer?.renewed()
      observer?.reached(true)
    } catch {
      let outcome = abandon(transaction, after: LedgerError(error))
      // A unit that is alone is rolled back with its transaction, which is no failure of the ledger.
      if outcome.isFatal || outcome.endsTransaction { observer?.commitFailed() }
      if outcome == .unavailable { observer?.reached(false) }
      for index in failures.indices { failures[index] = outcome }
      if outcome.isFatal { fail(outcome) }
    }
    for (unit, failure) in zip(batch, failures) { unit.finish(failure) }
    // On a full disk the mark is not updated. Only its protection is lost then.
    if markFailure == .failed { fail(.failed) }
    return committed
  }

  /// Runs units in a transaction that is left open. Returns for each the reason why it was rolled back, if it was, and
  /// throws if the whole transaction is lost.
  private func carryOut(
    _ batch: [any PendingWrite], in transaction: LedgerTransaction
  ) throws -> [LedgerError?] {
    try transaction.begin()
    if batch.count > 1, engine.triesUnitsTogether {
      if batchesApart == 0 {
        if let failures = try runTogether(batch, in: transaction) { return failures }
        transaction.forget()
        try transaction.rollBack()
        try transaction.begin()
        // Where one has failed more may, as while an app asks again and again for what it may not have.
        batchesApart = Self.batchesApart
      } else {
        batchesApart -= 1
      }
    }
    return try batch.map { try run($0, in: transaction, isAlone: batch.count == 1) }
  }

  /// Runs units without anything that separates them. Returns for each the reason why it has failed, if it did before it
  /// has changed anything; `nil` if one of them has to be undone alone, so that nothing may be kept of any.
  private func runTogether(
    _ batch: [any PendingWrite], in transaction: LedgerTransaction
  ) throws -> [LedgerError?]? {
    var failures: [LedgerError?] = []
    do {
      for unit in batch {
        let statements = transaction.statements
        do {
          try unit.run(in: transaction)
          failures.append(nil)
        } catch {
          let error = LedgerError(error)
          guard transaction.statements == statements, !error.endsUnits else { throw error }
          failures.append(error)
        }
      }
      try transaction.settle()
      return failures
    } catch {
      if LedgerError(error).endsUnits || !transaction.isOpen { throw error }
      return nil
    }
  }

  /// Runs one unit. Returns the reason if the unit was rolled back, and throws if the whole transaction is lost with
  /// it.
  private func run(
    _ unit: any PendingWrite, in transaction: LedgerTransaction, isAlone: Bool
  ) throws -> LedgerError? {
    // A unit that is alone in the transaction is rolled back together with it.
    if !isAlone { try transaction.openSavepoint() }
    do {
      try unit.run(in: transaction)
      // An engine may tell only here what a statement of the unit has failed with.
      if !isAlone { try transaction.releaseSavepoint() }
      return nil
    } catch {
      let error = LedgerError(error)
      if isAlone || error.endsUnits || !transaction.isOpen { throw error }
      try transaction.revertSavepoint()
      return error
    }
  }

  private func abandon(_ transaction: LedgerTransaction, after error: LedgerError) -> LedgerError {
    transaction.forget()
    guard transaction.isOpen else { return error }
    do {
      try transaction.rollBack()
      return error
    } catch {
      // The content of the file is unknown from here on.
      return .failed
    }
  }
}
