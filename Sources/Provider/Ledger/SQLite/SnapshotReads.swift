import GRDB
import Synchronization

/// Collects reads while the connection is busy and carries them out on one state of the ledger.
///
/// Each snapshot that is not the one before makes SQLite read its pages anew. What was asked for before a snapshot begins
/// sees every write that had returned until then, so that reads which wait for each other can share it.
final class SnapshotReads: Sendable {
  typealias Work = @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void

  private struct State {
    var waiting: [Work] = []
    var isDraining = false
  }

  private let reader: DatabaseQueue
  private let state = Mutex(State())

  init(_ reader: DatabaseQueue) {
    self.reader = reader
  }

  func submit(_ work: @escaping Work) {
    let mustStart = state.withLock { state in
      state.waiting.append(work)
      return !exchange(&state.isDraining, with: true)
    }
    if mustStart { reader.asyncUnsafeRead { self.drain($0) } }
  }

  private func takeBatch() -> [Work] {
    state.withLock { state in
      if state.waiting.isEmpty { state.isDraining = false }
      return exchange(&state.waiting, with: [])
    }
  }

  private func drain(_ connection: Result<Database, any Error>) {
    while true {
      let batch = takeBatch()
      if batch.isEmpty { return }
      var hasBegun = false
      for work in batch {
        work(
          Result { () throws(LedgerError) in
            try mappingErrors {
              let connection = try connection.get()
              // Some failures end the transaction; what comes after them needs another one.
              if !hasBegun || !connection.isInsideTransaction { try SQLiteDatabase(connection).beginRead() }
              hasBegun = true
              return SQLiteDatabase(connection, isInSnapshot: true)
            }
          })
      }
      guard hasBegun, let connection = try? connection.get(), connection.isInsideTransaction else { continue }
      // If it fails, the next one cannot begin, and its reads are told.
      try? SQLiteDatabase(connection).endRead()
    }
  }
}
