import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost

/// Handles everything that happens by the passing of time: invoices, orders and pairings that expire.
struct Housekeeper {
  /// The number of seconds between two times at which an idle provider tidies up.
  private static let secondsBetweenTidying = 600

  let parts: ProviderParts
  let report: SupervisorReport
  /// Returns once the thread of the connections has answered.
  let answering: @Sendable () async -> Void
  /// Returns what the process holds and does not use to the system. It is called now and then while no app is connected.
  let tidying: @Sendable () -> Void

  private var core: ProviderCore { parts.core }

  /// Checks every second until the task is cancelled.
  func run() async {
    // That a database is away is no sign that this process is stuck.
    guard core.ledger.lease == nil else {
      async let ledger: Void = everySecond(EventRetention(core, core.settings.events)) { await keepLedger(&$0) }
      await everySecond(0) { await keepRest(&$0) }
      return await ledger
    }
    await everySecond((EventRetention(core, core.settings.events), 0)) { state in
      await keepLedger(&state.0)
      await keepRest(&state.1)
    }
  }

  private func everySecond<State: Sendable>(
    _ state: State, _ work: @Sendable (inout State) async -> Void
  ) async {
    var state = state
    while !Task.isCancelled, !core.isStopping {
      await work(&state)
      // Cancellation ends the sleep, and then the loop. The exact time does not matter, so that the system may let this
      // task wake up together with others.
      try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(500))
    }
  }

  private func keepLedger(_ retention: inout EventRetention) async {
    do throws(LedgerError) {
      try await expireInvoices()
      try await parts.apps.lastConnections.store(in: core.ledger)
      retention.configuration = core.settings.events
      try await retention.runIfDue()
    } catch {
      core.ledgerTrouble(error)
    }
  }

  /// - Parameter seconds: So many times this was done before.
  private func keepRest(_ seconds: inout Int) async {
    parts.payments.orders.tick()
    expirePairings()
    parts.statements.dropExpired(at: core.clock.now())
    parts.openings.tick()
    parts.apps.notices.tick(parts.decisions.questions)
    (core.log.handler as? LimitedLog)?.tellLeftOut()
    await parts.services.keepFiles(parts.payments.wallets.currencies)
    // Whoever watches this process learns that it is not stuck once the thread of the connections has answered, and, if it
    // is a file, the ledger.
    await answering()
    report.alive()
    // The first time is when everything has started.
    if seconds % Self.secondsBetweenTidying == 1, parts.apps.sessions.all.isEmpty { tidying() }
    seconds += 1
  }

  /// Tells an app that nobody answered its question. It asks again when it connects again.
  private func expirePairings() {
    for question in parts.apps.pairing.takeExpired() {
      for session in parts.apps.sessions.sessions(of: question.app) where session.current.questionID == question.id {
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
