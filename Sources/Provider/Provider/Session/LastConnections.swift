import Ledger
import PaymentsModel
import Synchronization

/// When each app connected last. The owner sees these times and nothing depends on them, so they are stored several at
/// once and after a while: a connection does not wait for the disk. A crash loses the latest of them.
final class LastConnections: Sendable {
  private let unstored = Mutex<[AppKey: Timestamp]>([:])

  /// Notes that an app has connected.
  func note(_ app: AppKey, at now: Timestamp) { unstored.withLock { $0[app] = now } }

  /// Returns when an app connected, if that is not stored yet.
  func last(of app: AppKey) -> Timestamp? { unstored.withLock { $0[app] } }

  /// Stores the times that are not stored yet.
  func store(in ledger: Ledger) async throws(LedgerError) {
    let times = unstored.withLock { $0 }
    guard !times.isEmpty else { return }
    try await ledger.write { transaction in
      for (app, time) in times { try transaction.touchApp(app, at: time) }
    }
    unstored.withLock { unstored in
      for (app, time) in times where unstored[app] == time { unstored[app] = nil }
    }
  }
}
