import Platform
package import PostgreSQL

/// Moves a whole ledger between the file in a folder and a database of PostgreSQL.
///
/// Neither side can be used meanwhile, and of the two one can be used afterwards: the file is renamed when the database
/// has it all, and the database is marked as left behind in the transaction before the file gets its name. An
/// interruption at any place leaves the whole ledger in the source.
package struct LedgerMove: Sendable {
  /// What was moved.
  package struct Report: Sendable {
    /// The number of rows of all tables.
    package var rows: Int
    /// The end of the audit log.
    package var head: AuditHead
    /// The path of the file that the ledger was in.
    package var kept: String?
  }

  private let folder: String
  private let address: PostgresAddress

  /// A move between the ledger's folder of a provider, which exists, and a database.
  package init(folder: String, _ address: PostgresAddress) {
    self.folder = folder
    self.address = address
  }

  // MARK: Into the database

  /// Moves the ledger from the file into the database, which has no ledger, or an empty one.
  ///
  /// - Parameter stamp: a moment, as it is to stand in the name that the file gets.
  /// - Throws: ``LedgerCopyFailure``.
  package func toDatabase(stamp: String) async throws(LedgerCopyFailure) -> Report {
    let engine = try openFile()
    let result: Result<LedgerCopier.Summary, LedgerCopyFailure>
    do throws(LedgerCopyFailure) {
      result = .success(try fillDatabase(from: engine))
    } catch {
      result = .failure(error)
    }
    // The file is whole in any case; what is still in its log is read from there.
    _ = await engine.close()
    let summary = try result.get()
    let kept = try setAside(stamp)
    return Report(rows: summary.rows, head: summary.head, kept: kept)
  }

  private func openFile() throws(LedgerCopyFailure) -> SQLiteEngine {
    do throws(LedgerError) {
      let files = try LedgerFolder(existing: folder)
      guard LedgerFolder.size(of: files.databasePath) != nil else { throw .unsafeLocation(.notAccessible) }
      return try SQLiteEngine(files, checksAll: true)
    } catch {
      throw switch error {
      case .unsafeLocation(.notAccessible): .noSource
      case .alreadyInUse(let pid): .sourceInUse(pid: pid)
      default: .source(error)
      }
    }
  }

  private func fillDatabase(from engine: SQLiteEngine) throws(LedgerCopyFailure) -> LedgerCopier.Summary {
    let place = try prepare(.target)
    defer { place.release() }
    let target = PostgresDatabase(place)
    do {
      return try engine.waitForReader { source in
        try source.beginRead()
        if let table = try source.tableWithZeroCharacter() { throw LedgerCopyFailure.unstorableText(table: table) }
        try onTarget {
          try target.beginWrite()
          try target.execute(PostgresDatabase.patience, [])
        }
        let summary = try LedgerCopier(source: source, target: target).run()
        _ = try onTarget { try target.commitWrite() }
        try source.endRead()
        return summary
      }
    } catch {
      target.rollBack()
      throw error as? LedgerCopyFailure ?? .source(LedgerError(error))
    }
  }

  /// Renames the file with all that belongs to it, so that nobody goes on with it by mistake.
  private func setAside(_ stamp: String) throws(LedgerCopyFailure) -> String {
    do throws(LedgerError) {
      let files = try LedgerFolder(existing: folder)
      let kept = "\(files.databasePath).moved-\(stamp)"
      for end in ["", "-wal", "-shm"] where LedgerFolder.size(of: files.databasePath + end) != nil {
        guard rename(files.databasePath + end, kept + end) == 0 else { throw .failed }
      }
      unlink(files.sealsPath)
      try files.makeEntriesDurable()
      return kept
    } catch {
      throw .source(error)
    }
  }

  // MARK: Into the file

  /// Moves the ledger from the database into the file, which does not exist.
  ///
  /// - Throws: ``LedgerCopyFailure``.
  package func toFile() throws(LedgerCopyFailure) -> Report {
    let files: LedgerFolder
    let lock: LedgerLock
    do throws(LedgerError) {
      files = try LedgerFolder(path: folder)
      lock = try LedgerLock(path: files.lockPath)
    } catch {
      if case .alreadyInUse = error { throw .targetInUse }
      throw .target(error)
    }
    defer { lock.release() }
    guard !SQLiteFile.hasTables(at: files.databasePath) else { throw .targetNotEmpty }
    let place = try prepare(.source)
    defer { place.release() }
    let source = PostgresDatabase(place)
    do {
      return try fill(files, from: source, place)
    } catch {
      source.rollBack()
      throw error as? LedgerCopyFailure ?? .source(LedgerError(error))
    }
  }

  private func fill(_ files: LedgerFolder, from source: PostgresDatabase, _ place: PostgresPlace) throws -> Report {
    // As long as its row is locked, no other provider writes.
    try source.beginWrite()
    try source.execute(PostgresDatabase.patience, [])
    let draft = files.databasePath + ".draft"
    // One of a move that was interrupted.
    unlink(draft)
    defer { unlink(draft) }
    let summary: LedgerCopier.Summary
    do {
      summary = try SQLiteFile.make(at: draft) { try LedgerCopier(source: source, target: $0).run() }
      // The seals of an earlier file, and what is left of its log, do not belong to this one.
      for path in [files.sealsPath, files.logPath, files.databasePath + "-shm"] { unlink(path) }
      try files.makeEntriesDurable()
    } catch {
      throw error as? LedgerCopyFailure ?? .target(LedgerError(error))
    }
    try place.leaveBehind(source)
    let reached = try source.commitWrite()
    try onTarget {
      guard rename(draft, files.databasePath) == 0 else { throw LedgerError.failed }
      try files.makeEntriesDurable()
      if let error = place.note(reached) { throw error }
    }
    return Report(rows: summary.rows, head: summary.head)
  }

  // MARK: The database

  private func prepare(_ purpose: PostgresPlace.Purpose) throws(LedgerCopyFailure) -> PostgresPlace {
    do throws(LedgerError) {
      let place = try PostgresPlace(address, try LedgerFolder(existing: folder), isNew: purpose == .target)
      try place.prepare(for: purpose)
      return place
    } catch {
      let isTarget = purpose == .target
      throw switch error {
      case .writtenElsewhere: isTarget ? .targetInUse : .sourceInUse(pid: nil)
      case .constraint where isTarget: .targetNotEmpty
      case .notALedger where !isTarget: .noSource
      default: isTarget ? .target(error) : .source(error)
      }
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
