import GRDB

/// Why the ledger did not do what was asked. Carries no text of the database, which could hold what was stored.
package enum LedgerError: Error, Sendable, Hashable {
  /// Another process holds the ledger, with its process id where it could be read.
  case alreadyInUse(pid: Int32?)
  /// The folder or a file in it is not the owner's alone.
  case unsafeLocation(LocationFault)
  /// A version of this program from before the first release wrote it.
  case schemaBeforeRelease
  /// A later version of this program wrote it.
  case schemaFromTheFuture
  /// The file is no ledger.
  case notALedger
  /// The file is damaged: nothing in it is to be believed.
  case corrupt
  /// A page of it is not what this program wrote there last.
  case changedOutside
  /// The file lacks the last of what was answered from it, such as payments that were made.
  case lostItsEnd
  /// The disk is full: nothing was written, and a later attempt may succeed.
  case diskFull
  /// The disk failed while something was written. Whether it was written is unknown; the ledger refuses all further
  /// writes, and the program must end.
  case failed
  /// The ledger was closed.
  case closed
  /// The stored version is another one than the caller expected, the object has ended, or there is none.
  case versionConflict
  /// There is one already, or what it belongs to is missing.
  case constraint
  /// Thrown by a unit of writes itself, to take back what it wrote.
  case abandoned
  /// Another error, with its extended SQLite result code.
  case unexpected(code: Int32)

  /// What is wrong with a place in the file system.
  package enum LocationFault: String, Sendable, Hashable {
    /// The place is a symbolic link, or not of the kind it should be.
    case wrongKind
    /// The place belongs to another user.
    case wrongOwner
    /// Its permissions let others in.
    case wrongMode
    /// The place cannot be made or opened.
    case notAccessible
  }

  /// Whether no further write may be attempted: the program must end.
  var isFatal: Bool {
    switch self {
    case .failed, .corrupt, .changedOutside: true
    default: false
    }
  }

  init(_ error: any Error) {
    switch error {
    case let error as LedgerError: self = error
    case let error as DatabaseError: self.init(error.extendedResultCode)
    default: self = .unexpected(code: -1)
    }
  }

  private init(_ code: ResultCode) {
    switch code {
    case .SQLITE_IOERR_SHMSIZE:
      // The index of the write-ahead log could not grow: a full disk, and nothing that has to be durable.
      self = .diskFull
    default:
      switch code.primaryResultCode {
      case .SQLITE_FULL: self = .diskFull
      case .SQLITE_IOERR: self = .failed
      case .SQLITE_CORRUPT: self = .corrupt
      case .SQLITE_NOTADB: self = .notALedger
      case .SQLITE_CONSTRAINT: self = .constraint
      default: self = .unexpected(code: code.rawValue)
      }
    }
  }
}

/// Runs database work and answers its errors as ``LedgerError``.
func mappingErrors<T>(_ work: () throws -> T) throws(LedgerError) -> T {
  do {
    return try work()
  } catch {
    throw LedgerError(error)
  }
}
