import Ledger
import Logging
import Orders

/// Sends the apps of a provider away that cannot renew its lease: it may be cut off from the database, and another one may
/// write by now. They find that one, where there is one. As soon as the lease is renewed they are let in again.
struct LeaseGuard {
  /// Two lengths of the lease: by then another one has taken over, if one can.
  static let patience: Duration = .seconds(2 * PostgresLease.seconds)
  /// How often the clock and the standbys of the server are looked at, in seconds.
  private static let secondsBetweenLooks = 5

  let watch: LedgerWatch
  let server: AppServer
  let ledger: Ledger
  let log: Logger

  /// Looks every second until the task is cancelled.
  func run() async {
    var (isAway, seconds) = (false, 0)
    while !Task.isCancelled {
      let isLate = (watch.sinceRenewal ?? .zero) > Self.patience
      // What is asked of a server that does not answer would only be in the way of the others.
      if seconds % Self.secondsBetweenLooks == 0, !isLate { ledger.look() }
      seconds += 1
      if isLate, !isAway {
        log.log(
          level: .ownersTurn,
          "the lease of the ledger could not be renewed; apps are sent away, since another provider may write by now")
        await server.sendAway()
        isAway = true
      } else if !isLate, isAway {
        do throws(ProviderStartError) {
          try server.letIn()
          isAway = false
          log.log(level: .ownersBusiness, "the lease of the ledger was renewed; apps are let in again")
        } catch {
          log.log(level: .ownFault, "apps could not be let in again", metadata: ["error": "\(error)"])
        }
      }
      try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(200))
    }
  }
}
