import Platform
package import PostgreSQL

/// Moves a whole ledger between the file in a folder and a database of PostgreSQL.
///
/// Neither side can be used meanwhile, and of the two one can be used afterwards: the file is renamed before the database
/// has it, and the database is marked as left behind in the transaction before the file gets its name. After an
/// interruption in between none can be used, until the same move is made again.
package struct LedgerMove: Sendable {
  /// What was moved.
  package struct Report: Sendable {
    /// The number of rows of all tables.
    package var rows: Int
    /// The end of the audit log.
    package var head: AuditHead
    /// The path of the file that the ledger was in.
    package var kept: String?

    init(_ summary: LedgerCopier.Summary, kept: String? = nil) {
      (rows, head) = (summary.rows, summary.head)
      self.kept = kept
    }
  }

  private let folder: String
  private let address: PostgresAddress
  private let provider: String?

  /// A move between the ledger's folder of a provider, which exists, and a database.
  ///
  /// - Parameter provider: the key of the provider; a database of another one is no source.
  package init(folder: String, _ address: PostgresAddress, provider: String? = nil) {
    self.folder = folder
    self.address = address
    self.provider = provider
  }

  // MARK: Into the database

  /// Moves the ledger from the file into the database, which has no ledger, or an empty one.
  ///
  /// - Parameter stamp: a moment, as it is to stand in the name that the file gets.
  /// - Throws: ``LedgerCopyFailure``.
  package func toDatabase(stamp: String) async throws(LedgerCopyFailure) -> Report {
    let (files, lock) = try openSource()
    defer { lock.release() }
    // One that was interrupted when the database may have had it all.
    if LedgerFolder.size(of: files.movingPath) != nil {
      guard LedgerFolder.size(of: files.databasePath) == nil else { throw .otherUnfinished }
      if let moved = try findMoved(files) { return Report(moved, kept: try setAside(files, stamp)) }
      try name(files, from: files.movingPath, to: files.databasePath)
    }
    let engine: SQLiteEngine
    do throws(LedgerError) {
      engine = try SQLiteEngine(files, checksAll: true, lock: lock)
    } catch {
      throw .source(error)
    }
    let place: PostgresPlace
    do throws(LedgerCopyFailure) {
      place = try prepare(.target)
    } catch {
      _ = await engine.close()
      throw error
    }
    defer { place.release() }
    let target = PostgresDatabase(place)
    let filled = fill(target, from: engine)
    // The file is whole in any case; what is still in its log is read from there.
    _ = await engine.close()
    do throws(LedgerCopyFailure) {
      let summary = try filled.get()
      // From here on nobody goes on with the file, and in a moment with the database.
      try name(files, from: files.databasePath, to: files.movingPath)
      try commit(target, elseBackTo: files)
      return Report(summary, kept: try setAside(files, stamp))
    } catch {
      target.rollBack()
      throw error
    }
  }

  /// Takes the lock of the folder, in which there is a ledger.
  private func openSource() throws(LedgerCopyFailure) -> (LedgerFolder, LedgerLock) {
    do throws(LedgerError) {
      let files = try LedgerFolder(existing: folder)
      guard [files.databasePath, files.movingPath].contains(where: { LedgerFolder.size(of: $0) != nil }) else {
        throw .unsafeLocation(.notAccessible)
      }
      return (files, try LedgerLock(path: files.lockPath))
    } catch {
      throw switch error {
      case .unsafeLocation(.notAccessible): .noSource
      case .alreadyInUse(let pid): .sourceInUse(pid: pid)
      default: .source(error)
      }
    }
  }

  /// Writes all rows in a transaction that stays open.
  private func fill(
    _ target: PostgresDatabase, from engine: SQLiteEngine
  ) -> Result<LedgerCopier.Summary, LedgerCopyFailure> {
    do {
      return .success(
        try engine.waitForReader { source in
          try source.beginRead()
          if let table = try source.tableWithZeroCharacter() { throw LedgerCopyFailure.unstorableText(table: table) }
          try onTarget {
            try target.beginWrite()
            try target.execute(PostgresDatabase.patience, [])
          }
          let summary = try LedgerCopier(source: source, target: target).run()
          try source.endRead()
          return summary
        })
    } catch {
      return .failure(error as? LedgerCopyFailure ?? .source(LedgerError(error)))
    }
  }

  /// Commits, or gives the file its name back where it is certain that nothing was committed.
  private func commit(_ target: PostgresDatabase, elseBackTo files: LedgerFolder) throws(LedgerCopyFailure) {
    do {
      _ = try target.commitWrite()
    } catch {
      let error = LedgerError(error)
      if let doubt = LedgerCopyFailure(inDoubtAfter: error) { throw doubt }
      try name(files, from: files.movingPath, to: files.databasePath)
      throw .target(error)
    }
  }

  /// Looks whether a move into this database that was interrupted had been committed, and returns what was moved.
  private func findMoved(_ files: LedgerFolder) throws(LedgerCopyFailure) -> LedgerCopier.Summary? {
    let end: AuditHead
    do throws(LedgerError) {
      end = try mappingErrors { try SQLiteFile.auditHead(at: files.movingPath) }
    } catch {
      throw .unfinished(error)
    }
    do throws(LedgerError) {
      return try PostgresPlace(address, files).findMoved(endingWith: end)
    } catch {
      throw error == .notALedger ? .otherTarget : .unfinished(error)
    }
  }

  /// Gives the file with all that belongs to it another name.
  private func name(_ files: LedgerFolder, from old: String, to new: String) throws(LedgerCopyFailure) {
    // The log is never without its database under the name that is used.
    let ends = new == files.databasePath ? ["-wal", "-shm", ""] : ["", "-wal", "-shm"]
    for end in ends where LedgerFolder.size(of: old + end) != nil {
      guard rename(old + end, new + end) == 0 else { throw .unfinished(.failed) }
    }
    do throws(LedgerError) {
      try files.makeEntriesDurable()
    } catch {
      throw .unfinished(error)
    }
  }

  /// Gives the file a name that tells when it was moved.
  private func setAside(_ files: LedgerFolder, _ stamp: String) throws(LedgerCopyFailure) -> String {
    let kept = "\(files.databasePath).moved-\(stamp)"
    unlink(files.sealsPath)
    try name(files, from: files.movingPath, to: kept)
    return kept
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
    guard LedgerFolder.size(of: files.movingPath) == nil else { throw .otherUnfinished }
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
    let reached: HighWaterMark.Reached
    do {
      reached = try source.commitWrite()
    } catch {
      let error = LedgerError(error)
      throw LedgerCopyFailure(inDoubtAfter: error) ?? .source(error)
    }
    // From here on the same move finishes what fails.
    try name(files, from: draft, to: files.databasePath)
    // An older mark allows what a newer one does.
    _ = place.note(reached)
    return Report(summary)
  }

  // MARK: The database

  private func prepare(_ purpose: PostgresPlace.Purpose) throws(LedgerCopyFailure) -> PostgresPlace {
    do throws(LedgerError) {
      let place = try PostgresPlace(
        address, try LedgerFolder(existing: folder), provider: purpose == .source ? provider : nil,
        isNew: purpose == .target)
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
