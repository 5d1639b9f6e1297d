import Ledger
import Logging
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost

/// Handles everything that happens by the passing of time: invoices, orders and pairings that expire.
struct Housekeeper {
  let context: ProviderContext

  /// Checks every second until the task is cancelled.
  func run() async {
    var retention = EventRetention(context: context)
    while !Task.isCancelled, !context.isStopping {
      context.orders.tick(at: context.clock.now())
      expirePairings()
      context.statements.dropExpired(at: context.clock.now())
      context.openings.tick()
      context.notices.tick(context)
      (context.log.handler as? LimitedLog)?.tellLeftOut()
      await context.services.keepFiles(context.wallets.currencies)
      do throws(LedgerError) {
        try await expireInvoices()
        try await retention.runIfDue()
      } catch {
        context.ledgerTrouble(error)
      }
      // Cancellation ends the sleep, and then the loop.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Tells an app that nobody answered its question. It asks again when it connects again.
  private func expirePairings() {
    for prompt in context.pairing.takeExpired() {
      for session in context.sessions.sessions(of: prompt.app) where session.current.approvalID == prompt.id {
        session.decided(.denied, grants: Grants(scopes: []), reason: .expired, at: context.clock.now())
      }
    }
  }

  private func expireInvoices() async throws(LedgerError) {
    let now = context.clock.now()
    let due = try await context.ledger.read { reader in try reader.dueInvoices(at: now) }
    for id in due {
      _ = try await InvoiceService(context: context).apply(.clock(now), to: id)
    }
  }
}
