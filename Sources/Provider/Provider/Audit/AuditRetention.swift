import Ledger
import PaymentsModel

/// Takes the content of old entries of the audit log away that moved no money and allowed nothing.
struct AuditRetention {
  /// How long they keep it: a year and a month.
  private static let days = 396
  /// The largest number of entries that one unit of writes looks at, so that payments do not wait for long.
  private static let batch = 1000

  let core: ProviderCore

  func run(at now: Timestamp) async throws(LedgerError) {
    let moment = now.advanced(by: .seconds(-86_400 * Self.days))
    while !core.isStopping {
      let goesOn = try await core.ledger.write { transaction in
        try transaction.shortenAudit(before: moment, atMost: Self.batch, at: now)
      }
      if !goesOn { return }
    }
  }
}
