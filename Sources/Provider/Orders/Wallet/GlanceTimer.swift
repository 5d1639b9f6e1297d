import Synchronization
package import WalletBackend

/// Lets the monitor of one wallet wait until a glance at the wallet is due; see ``GlancePace``. News may be announced
/// from any thread: by the wallet, or by the owner's socket.
package final class GlanceTimer: Sendable {
  private let pace = Mutex(GlancePace())
  private let watch = ChangeWatch()

  /// Announces that the wallet may have news. It costs next to nothing if that was announced before.
  package func announce(_ hint: WalletHint) {
    if pace.withLock({ $0.announce(hint) }) { watch.wake() }
  }

  /// Waits until the next glance is due, or until the task is cancelled, and notes that it begins.
  package func next(_ intervals: GlancePace.Intervals) async {
    while !Task.isCancelled {
      let now = ContinuousClock.now
      guard let due = pace.withLock({ $0.due(intervals) }), now < due else { break }
      await ChangeHub.next(watch, atMost: due - now)
    }
    pace.withLock { $0.begin(at: .now) }
  }

  /// Notes what the glance found.
  package func end(_ finding: GlancePace.Finding) {
    pace.withLock { $0.end(finding) }
  }
}
