import Ledger
import Logging
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost

/// Handles everything that happens by the passing of time: invoices, orders and pairings that expire.
struct Housekeeper {
  let parts: ProviderParts

  private var core: ProviderCore { parts.core }

  /// Checks every second until the task is cancelled.
  func run() async {
    var retention = EventRetention(core, parts.configuration.events)
    let questions = parts.decisions.questions
    while !Task.isCancelled, !core.isStopping {
      parts.payments.orders.tick(at: core.clock.now())
      expirePairings()
      parts.statements.dropExpired(at: core.clock.now())
      parts.openings.tick()
      parts.apps.notices.tick(questions)
      (core.log.handler as? LimitedLog)?.tellLeftOut()
      await parts.services.keepFiles(parts.payments.wallets.currencies)
      do throws(LedgerError) {
        try await expireInvoices()
        try await retention.runIfDue()
      } catch {
        core.ledgerTrouble(error)
      }
      // Cancellation ends the sleep, and then the loop.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Tells an app that nobody answered its question. It asks again when it connects again.
  private func expirePairings() {
    for prompt in parts.apps.pairing.takeExpired() {
      for session in parts.apps.sessions.sessions(of: prompt.app) where session.current.approvalID == prompt.id {
        session.decided(.denied, grants: Grants(scopes: []), reason: .expired, at: core.clock.now())
      }
    }
  }

  private func expireInvoices() async throws(LedgerError) {
    let now = core.clock.now()
    let due = try await core.ledger.read { reader in try reader.dueInvoices(at: now) }
    for id in due {
      _ = try await InvoiceService(payments: parts.payments).apply(.clock(now), to: id)
    }
  }
}
