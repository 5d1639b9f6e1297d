import GRDB
import Platform

/// Copies the ledger in a folder over a connection of its own, so that neither reads nor writes wait for it.
enum LedgerCopy {
  static func write(_ folder: LedgerFolder, to path: String) async throws(LedgerError) -> AuditHead {
    // SQLite would give a new file the permissions of the umask. It takes an empty one as it is.
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw errno == ENOSPC ? .diskFull : .unsafeLocation(.notAccessible) }
    defer { close(file) }
    let source = try mappingErrors { try SQLiteOpening.reader(folder) }
    let result: Result<Void, LedgerError> = await withCheckedContinuation { continuation in
      source.asyncUnsafeRead { connection in
        continuation.resume(
          returning: Result { () throws(LedgerError) in
            try mappingErrors { try connection.get().execute(sql: "VACUUM INTO ?", arguments: [path]) }
          })
      }
    }
    // An error here could only come from an open statement, and there is none.
    try? source.close()
    try result.get()
    guard fsync(file) == 0 else { throw errno == ENOSPC ? .diskFull : .unexpected(code: -5) }
    return try mappingErrors {
      var configuration = Configuration()
      configuration.readonly = true
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      return try copy.read { try LedgerReader(SQLiteDatabase($0)).auditHead() }
    }
  }
}

extension LedgerArchive: LedgerCopying {
  package func copy(to path: String) async throws(LedgerError) -> AuditHead {
    try await LedgerCopy.write(folder, to: path)
  }
}
