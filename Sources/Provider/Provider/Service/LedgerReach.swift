import Ledger
import Logging
import Orders
import Synchronization

/// Logs when the database of the ledger is away, and when it is back: a line each, however many requests fail between.
final class LedgerReach: LedgerObserver {
  private let watch: LedgerWatch
  private let metrics: ProviderMetrics
  private let log: Logger
  /// Since when it is away.
  private let awaySince = Mutex<ContinuousClock.Instant?>(nil)

  init(_ metrics: ProviderMetrics, watch: LedgerWatch, _ log: Logger) {
    self.watch = watch
    self.metrics = metrics
    self.log = log
  }

  func committed(units: Int, in duration: Duration) { metrics.committed(units: units, in: duration) }

  func commitFailed() { metrics.commitFailed() }

  func renewed() { watch.renewed() }

  func saw(_ sight: LedgerSight) { watch.saw(sight) }

  func reached(_ isReached: Bool) {
    let since = awaySince.withLock { exchange(&$0, with: isReached ? nil : $0 ?? .now) }
    if !isReached, since == nil {
      log.log(level: .ownersTurn, "the database of the ledger cannot be reached; apps are told to try again")
    } else if isReached, let since {
      log.log(
        level: .ownersBusiness, "the database of the ledger can be reached again",
        metadata: ["seconds": "\((ContinuousClock.now - since).components.seconds)"])
    }
  }
}
