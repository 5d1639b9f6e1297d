import GRDB
import PostgreSQL

/// The reason why the ledger did not do what was asked. It carries no text of the database, which could contain stored
/// data.
package enum LedgerError: Error, Sendable, Hashable {
  /// Another process uses the ledger. Its process id is given if it could be read.
  case alreadyInUse(pid: Int32?)
  /// The folder or a file in it can be accessed by others than the owner.
  case unsafeLocation(LocationFault)
  /// A version of this program from before the first release wrote it.
  case schemaBeforeRelease
  /// A later version of this program wrote the ledger.
  case schemaFromTheFuture
  /// The file is not a ledger.
  case notALedger
  /// The file is damaged, and nothing in it can be trusted.
  case corrupt
  /// A page of the file differs from what this program last wrote there.
  case changedOutside
  /// The file lacks the last of what was answered from it, such as payments that were made.
  case lostItsEnd
  /// The disk is full. Nothing was written, and a later attempt may succeed.
  case diskFull
  /// The server of the database cannot be reached, was too busy, or ended the transaction. Nothing was written, and a
  /// later attempt may succeed.
  case unavailable
  /// The ledger in PostgreSQL belongs to a provider with this key, which is not the own one.
  case ofOtherProvider(String)
  /// Another process writes the ledger in PostgreSQL.
  case writtenElsewhere
  /// The ledger in PostgreSQL was copied to another place, where it goes on.
  case movedAway
  /// The file was about to be replaced by a database when that was interrupted. Which of them has the ledger is not known
  /// here.
  case moveUnfinished
  /// Another process has taken over the ledger in PostgreSQL. This one must end.
  case fenced
  /// The server cannot be reached at the start; the text says why.
  case unreachable(String)
  /// The disk failed during a write. Whether the data was written is unknown; the ledger refuses all further writes,
  /// and the program must end.
  case failed
  /// The ledger was closed.
  case closed
  /// The stored version differs from the one that the caller expected, the object has ended, or it does not exist.
  case versionConflict
  /// The object exists already, or an object that it refers to is missing.
  case constraint
  /// Thrown by a unit of writes itself in order to roll back what it wrote.
  case abandoned
  /// Any other error, with its extended SQLite result code.
  case unexpected(code: Int32)

  /// The fault of a folder or file.
  package enum LocationFault: String, Sendable, Hashable {
    /// The place is a symbolic link, or not of the kind it should be.
    case wrongKind
    /// The place belongs to another user.
    case wrongOwner
    /// The permissions give others access.
    case wrongMode
    /// The place cannot be made or opened.
    case notAccessible
  }

  /// Whether no further write may be attempted, so that the program must end.
  package var isFatal: Bool {
    switch self {
    case .failed, .corrupt, .changedOutside, .lostItsEnd, .fenced: true
    default: false
    }
  }

  /// Whether what a unit met ends the transaction for all units in it.
  var endsTransaction: Bool { self == .diskFull || self == .unavailable }

  /// Whether all units of the transaction end with it.
  var endsUnits: Bool { isFatal || endsTransaction }

  init(_ error: any Error) {
    switch error {
    case let error as LedgerError: self = error
    case let error as DatabaseError: self.init(error.extendedResultCode)
    case let error as PostgresError: self.init(error)
    default: self = .unexpected(code: -1)
    }
  }

  private init(_ error: PostgresError) {
    switch error {
    case .invalidAddress(let reason), .unreachable(let reason): self = .unreachable(reason)
    case .lost: self = .unavailable
    case .unreadable: self = .corrupt
    case .refused(let sqlState): self.init(sqlState: sqlState)
    }
  }

  /// SQLSTATE: a class of two characters, and three more (PostgreSQL 15, appendix A).
  private init(sqlState: String) {
    switch sqlState {
    case "53100": self = .diskFull
    // The role has no rights where they are needed.
    case "42501":
      self = .unreachable(
        "the role may not do there what is needed; the database has to belong to it, or its administrator grants it the "
          + "right to make tables in the schema and to use them")
    // Raised by the triggers of tables that are only added to.
    case "P0001": self = .constraint
    default:
      switch String(decoding: sqlState.utf8.prefix(2), as: UTF8.self) {
      case "23": self = .constraint
      case "XX": self = ["XX001", "XX002"].contains(sqlState) ? .corrupt : .unavailable
      // Connections, transactions that were ended or collided, resources, locks, the administrator, the system, and a
      // server that became a standby.
      case "08", "25", "40", "53", "55", "57", "58": self = .unavailable
      default:
        let digits = sqlState.utf8.reduce(Int32(0)) { $0 &* 36 &+ Int32($1) }
        self = .unexpected(code: digits)
      }
    }
  }

  private init(_ code: ResultCode) {
    switch code {
    case .SQLITE_IOERR_SHMSIZE:
      // The index of the write-ahead log could not grow: the disk is full. The index itself need not be durable.
      self = .diskFull
    case .SQLITE_IOERR_DATA: self = .changedOutside
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

/// Runs database work and converts its errors to ``LedgerError``.
func mappingErrors<T>(_ work: () throws -> T) throws(LedgerError) -> T {
  do {
    return try work()
  } catch {
    throw LedgerError(error)
  }
}
