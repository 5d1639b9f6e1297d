/// A transaction of a session.
final class ServerTransaction {
  let isReading: Bool
  /// Whether a line began it that has no BEGIN; the end of the line commits it.
  let isImplicit: Bool
  var hasFailed = false
  /// Whether it has the lock of those that write.
  var isWriting = false
  var locksLedger = false
  var advisoryLocks: Set<String> = []
  /// The state that it reads, once others may change the present one.
  var state: MemoryDatabase?
  var changes: [ServerInstance.Change] = []
  /// When the last of its statements was carried out, and how long it may then do nothing, in nanoseconds.
  var idleSince = Scheduler.now
  var idleLimit = Int64.max
  /// How long it waits for the locks of others, in nanoseconds.
  var patience = Int64.max
  /// When it ends although its client is gone, and how.
  var decision: (at: Int64, isCommitted: Bool)?

  init(isReading: Bool, isImplicit: Bool) {
    (self.isReading, self.isImplicit) = (isReading, isImplicit)
  }

  /// When it ends at the latest if its client does nothing more.
  var end: Int64 {
    if let decision { return decision.at }
    return idleLimit == .max ? .max : idleSince + idleLimit
  }

  func set(_ name: String, _ value: String) {
    let isInSeconds = value.hasSuffix("s")
    guard let number = Int64(isInSeconds ? String(value.dropLast()) : value) else { return }
    let limit = number * (isInSeconds ? 1_000_000_000 : 1_000_000)
    switch name {
    case "idle_in_transaction_session_timeout": idleLimit = limit
    case "lock_timeout": patience = limit
    default: break
    }
  }
}

/// Why the server does not carry out a statement: the five characters of SQLSTATE.
struct ServerRefusal: Error {
  let state: String

  init(_ state: String) { self.state = state }

  init(_ failure: MemoryDatabase.Failure) {
    let message = failure.message
    state =
      switch failure.code {
      // SQLITE_CONSTRAINT_CHECK, _FOREIGNKEY, _NOTNULL, _PRIMARYKEY, _TRIGGER, _UNIQUE, _ROWID, _DATATYPE
      case 275: "23514"
      case 787: "23503"
      case 1299: "23502"
      case 1555, 2067, 2579: "23505"
      case 1811: "23000"
      case 3091: "42804"
      default:
        if message.contains("no such table") {
          "42P01"
        } else if message.contains("no such column") {
          "42703"
        } else if message.contains("already exists") {
          "42P07"
        } else {
          "XX000"
        }
      }
  }
}
