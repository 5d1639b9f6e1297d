package import PostgreSQL

/// A ledger in PostgreSQL that is only read, while any provider may write it. It takes no lease.
package final class PostgresArchive: LedgerReading {
  private let place: PostgresPlace
  private let worker: PostgresWorker

  /// Connects.
  ///
  /// - Parameter folder: the folder of this machine's provider, whose mark the database must have reached; there need not
  ///   be one.
  /// - Throws: ``LedgerError/unreachable(_:)``, ``LedgerError/lostItsEnd``, ``LedgerError/notALedger``,
  ///   ``LedgerError/schemaBeforeRelease``, ``LedgerError/schemaFromTheFuture``, ``LedgerError/movedAway``,
  ///   ``LedgerError/unsafeLocation(_:)``.
  package init(_ address: PostgresAddress, folder: String) throws(LedgerError) {
    let known: LedgerFolder?
    do throws(LedgerError) {
      known = try LedgerFolder(existing: folder)
    } catch {
      guard error == .unsafeLocation(.notAccessible) else { throw error }
      known = nil
    }
    place = try PostgresPlace(address, known)
    try place.look()
    worker = PostgresWorker("payport.ledger.archive", place)
  }

  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(LedgerError) -> T {
    let result = await LedgerReader.reading(work) { run in
      worker.run { database in run(database.map { .success($0) } ?? .failure(.closed)) }
    }
    return try result.get()
  }
}

extension PostgresArchive: LedgerCopying {
  package func copy(to path: String) async throws(LedgerError) -> AuditHead {
    try await PostgresCopy.write(place, to: path)
  }
}

/// Copies a ledger in PostgreSQL into a file, over a connection of its own, so that neither reads nor writes wait for it.
enum PostgresCopy {
  static func write(_ place: PostgresPlace, to path: String) async throws(LedgerError) -> AuditHead {
    let worker = PostgresWorker("payport.ledger.copy", place)
    let result: Result<AuditHead, LedgerError> = await withCheckedContinuation { continuation in
      worker.run { source in
        continuation.resume(
          returning: Result { () throws(LedgerError) in
            guard let source else { throw .closed }
            return try mappingErrors { try copy(source, to: path) }
          })
      }
    }
    await worker.close()
    return try result.get()
  }

  private static func copy(_ source: any LedgerDatabase, to path: String) throws -> AuditHead {
    try source.beginRead()
    do {
      try source.execute(PostgresDatabase.patience, [])
      let summary = try SQLiteFile.make(at: path) { try LedgerCopier(source: source, target: $0).run() }
      try source.endRead()
      return summary.head
    } catch {
      try source.rollBack()
      guard let failure = error as? LedgerCopyFailure else { throw error }
      switch failure {
      case .source(let error), .target(let error): throw error
      // What was read does not fit together: the ledger is damaged, and a copy would be, too.
      default: throw LedgerError.corrupt
      }
    }
  }
}
