import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import WalletBackend

/// The metrics as the owner gets them: what was counted, and what is looked up at the moment of the question.
struct MetricsReport {
  let parts: ProviderParts
  let startedAt: Timestamp

  private var metrics: ProviderMetrics { parts.core.metrics }

  /// All metrics as OpenMetrics text.
  func report(_: OwnerNothing) async -> GetMetrics.Result {
    setConnections()
    setPayments()
    metrics.setProcess(startedAt: startedAt)
    parts.core.watch?.report(to: metrics)
    return GetMetrics.Result(text: metrics.text)
  }

  private func setConnections() {
    let states = parts.apps.sessions.all.map(\.current.status)
    for status in [PairingStatus.approved, .pending, .denied] {
      metrics.set(.sessions, Double(states.count { $0 == status }), [("state", status.rawValue)])
    }
    metrics.set(.questions, Double(parts.apps.pairing.questions.count), [("kind", "pairing")])
    metrics.set(.questions, Double(parts.payments.orders.questions.count), [("kind", "payment")])
  }

  private func setPayments() {
    let open = parts.payments.orders.live.map { process in
      process.read { ($0.terms.currency, $0.state.group(waitingFor: $0.progress.waitingFor)) }
    }
    for wallet in parts.payments.wallets.wallets {
      let currency = ("currency", wallet.currency.code)
      for status in [WalletStatus.ready, .syncing, .locked, .unavailable] {
        metrics.set(.walletStatus, wallet.status == status ? 1 : 0, [currency, ("status", status.rawValue)])
      }
      for remark in wallet.glance.remarks {
        guard case .unreadable(let list, let count) = remark else { continue }
        metrics.set(.walletUnreadable, Double(count), [currency, ("list", list.rawValue)])
      }
      for group in [PaymentGroup.waiting, .inFlight] {
        let count = open.count { $0 == (wallet.currency.code, group) }
        metrics.set(.ordersOpen, Double(count), [currency, ("group", group.rawValue)])
      }
      let held = parts.payments.orders.live.count { live in
        live.read { $0.terms.currency == wallet.currency.code && $0.progress.waitingFor == .review }
      }
      metrics.set(.ordersHeld, Double(held), [currency])
    }
  }
}
