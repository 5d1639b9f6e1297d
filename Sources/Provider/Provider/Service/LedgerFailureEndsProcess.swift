import Ledger
import Logging
import Orders
import Platform

/// What the daemon does when its ledger fails while it runs: it ends at once, with the exit status 74 of an error of input or
/// output. What is stored is unknown then, or another provider has taken over; the next start reads it. Nothing is written
/// on the way out, since that may be what has failed.
struct LedgerFailureEndsProcess: Sendable {
  private static let exitStatus: Int32 = 74

  let log: Logger

  func ledgerFailed(_ error: LedgerError) {
    log.log(level: .end, "the ledger failed; no payment can be taken any more", metadata: ["error": "\(error)"])
    _exit(Self.exitStatus)
  }
}
