/// A database into which a ledger can be copied.
protocol LedgerCopyTarget: LedgerDatabase {
  /// Lets rows that are added from now on be numbered after the largest number of each table, and after the largest
  /// that an event ever had.
  func continueNumbers(events: Int64) throws
}

/// Why a ledger was not copied. Unless it is unfinished, the target has nothing of it.
package enum LedgerCopyFailure: Error, Sendable, Hashable {
  /// The target has a ledger.
  case targetNotEmpty
  /// There is no ledger to be copied.
  case noSource
  /// The source is in use; the process id is given for a file.
  case sourceInUse(pid: Int32?)
  /// Another provider uses the target.
  case targetInUse
  /// A text of this table has the character U+0000, which PostgreSQL does not store.
  case unstorableText(table: String)
  /// This table was not the same after it was copied.
  case differs(table: String)
  /// The audit log of the source is not as it was written.
  case brokenAudit(AuditBreak)
  /// The source lacks entries that it once had, or its counts do not fit each other.
  case inconsistent
  /// It ended, for this reason, where it is not known which of the two has the ledger. The same move finds out.
  case unfinished(LedgerError)
  /// There is the file of a move into a database that was interrupted.
  case otherUnfinished
  /// The ledger was being moved into another database than this one when that was interrupted.
  case otherTarget
  /// The source cannot be read.
  case source(LedgerError)
  /// The target cannot be written.
  case target(LedgerError)

  /// The failure of a move whose commit failed so; `nil` if it is certain that nothing was committed.
  init?(inDoubtAfter error: LedgerError) {
    guard error.isFatal else { return nil }
    // The server was lost, and no disk of this machine.
    self = .unfinished(error == .failed ? .unavailable : error)
  }
}

/// Copies all rows of a ledger, each value as it is, into a database without any, and compares the two.
///
/// The source is read in one transaction and the target is written in one; both are the caller's, so that nothing is
/// stored unless this returns.
struct LedgerCopier {
  let source: any LedgerDatabase
  let target: any LedgerCopyTarget

  /// What was copied.
  struct Summary: Sendable {
    var rows = 0
    var head = AuditHead.genesis
  }

  /// - Throws: ``LedgerCopyFailure``.
  func run() throws -> Summary {
    guard try !onTarget({ try Self.hasRows(target) }) else { throw LedgerCopyFailure.targetNotEmpty }
    var digests: [TableDigest] = []
    for table in LedgerSchema.tables { digests.append(try copy(table)) }
    let reached = try onSource { try source.reached() }
    try onTarget { try target.continueNumbers(events: reached.events) }
    for (table, digest) in zip(LedgerSchema.tables, digests) {
      guard try onTarget({ try TableHash.digest(of: table, in: target) }) == digest else {
        throw LedgerCopyFailure.differs(table: table.name)
      }
    }
    let head = try verifyAudit(count: reached.audit)
    // Otherwise the mark of the folder would not fit.
    guard try onTarget({ try target.reached() }) == reached else { throw LedgerCopyFailure.inconsistent }
    guard try onSource({ try LedgerReader(source).auditHead() }) == head else { throw LedgerCopyFailure.inconsistent }
    return Summary(rows: digests.map(\.rows).reduce(0, +), head: head)
  }

  private func copy(_ table: LedgerTable) throws -> TableDigest {
    var hash = try onSource { try TableHash() }
    do {
      try table.forEachRow(source) { row in
        try hash.add(row)
        try onTarget { try target.execute(table.insertion, LedgerArguments(row)) }
      }
      return try hash.finish()
    } catch let failure as LedgerCopyFailure {
      throw failure
    } catch {
      throw LedgerCopyFailure.source(LedgerError(error))
    }
  }

  /// Verifies the whole chain at the target, which has the same entries as the source.
  private func verifyAudit(count: Int64) throws -> AuditHead {
    let reader = LedgerReader(target)
    var verifier = AuditVerifier()
    while true {
      let page = try onTarget { try reader.auditRecords(after: verifier.head.number, limit: 500) }
      do throws(AuditBreak) {
        try verifier.take(page)
        if page.isEmpty { try verifier.finish(count: count) }
      } catch {
        throw LedgerCopyFailure.brokenAudit(error)
      }
      if page.isEmpty { return verifier.head }
    }
  }

  static func hasRows(_ database: any LedgerDatabase) throws -> Bool {
    var isAny = true
    try database.forEachRow(LedgerSchema.anyRow, []) { row in
      isAny = try row.value(0) != .integer(0)
      return false
    }
    return isAny
  }

  private func onSource<T: ~Copyable>(_ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch {
      throw LedgerCopyFailure.source(LedgerError(error))
    }
  }

  private func onTarget<T>(_ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch {
      throw LedgerCopyFailure.target(LedgerError(error))
    }
  }
}
