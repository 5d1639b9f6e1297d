import Ledger

/// Why a ledger cannot be opened, where only the owner can do something about it.
public enum LedgerFault: Sendable, Hashable {
  /// Its files are damaged.
  case damaged
  /// The file differs from what the provider last wrote: it is damaged, or another program wrote to it.
  case changedOutside
  /// The file lacks the last of what was answered from it, such as payments that were made.
  case lostItsEnd
  /// The disk is full.
  case diskFull
  /// The disk failed.
  case diskFailed
  /// A database that was put back to an older copy, or whose server was replaced by one that lagged.
  case putBack(database: String)
  /// The server of the database cannot be reached or used; the text says why.
  case unreachable(String)
  /// It was copied to another place, where it goes on.
  case movedAway
  /// It was being moved to another place, and that was interrupted.
  case moveUnfinished
  /// It belongs to a provider with this key, which is not the own one.
  case ofOtherProvider(String)
  /// A backup was being restored, and that was interrupted.
  case restoreUnfinished
  /// A version from before the first release wrote it.
  case writtenBeforeRelease
  /// A later version wrote it.
  case writtenLater

  /// The fault behind an error; `nil` where the error itself says all that is known.
  init?(_ error: LedgerError) {
    switch error {
    case .corrupt, .notALedger: self = .damaged
    case .changedOutside: self = .changedOutside
    case .lostItsEnd: self = .lostItsEnd
    case .diskFull: self = .diskFull
    case .failed: self = .diskFailed
    case .unreachable(let why): self = .unreachable(why)
    case .unavailable: self = .unreachable("it does not answer")
    case .movedAway: self = .movedAway
    case .moveUnfinished: self = .moveUnfinished
    case .schemaBeforeRelease: self = .writtenBeforeRelease
    case .schemaFromTheFuture: self = .writtenLater
    case .ofOtherProvider(let key): self = .ofOtherProvider(key)
    case .writtenElsewhere, .fenced, .alreadyInUse, .unsafeLocation, .closed, .versionConflict,
      .constraint, .abandoned,
      .unexpected:
      return nil
    }
  }

  /// Whether the next start would find the same, so that it is of no use before the owner has done something.
  public var isLasting: Bool {
    switch self {
    case .damaged, .changedOutside, .lostItsEnd, .putBack, .movedAway, .moveUnfinished, .ofOtherProvider,
      .restoreUnfinished, .writtenBeforeRelease, .writtenLater:
      true
    case .diskFull, .diskFailed, .unreachable: false
    }
  }

  /// What is wrong with the ledger in a folder, for the owner.
  package func words(in folder: String) -> String {
    switch self {
    case .damaged: "\(folder) is damaged"
    case .changedOutside: "the file in \(folder) is not what was written last"
    case .lostItsEnd: "\(folder) lacks its most recent data; continuing with it could repeat payments that were made"
    case .diskFull: "there is no room left for \(folder)"
    case .diskFailed: "the disk failed while \(folder) was written"
    case .putBack(let database):
      "the database \(database) lacks its most recent data; continuing with it could repeat payments that were made"
    case .unreachable(let why): "\(folder) cannot be reached: \(why)"
    case .movedAway: "the ledger was moved from \(folder) to another place, where it goes on"
    case .moveUnfinished:
      "the ledger was being moved from \(folder) into a database; type the command for that again, which finishes it"
    case .ofOtherProvider(let key):
      "\(folder) belongs to a provider with another key (\(key)); all providers of one ledger need the same key"
    case .restoreUnfinished: "a backup was being restored into \(folder) and that did not end; restore it again"
    case .writtenBeforeRelease: "\(folder) was written by a version from before the first release"
    case .writtenLater: "\(folder) was written by a later version"
    }
  }
}
