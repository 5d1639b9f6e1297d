import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Platform
import ServiceHost
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The metrics as the owner gets them: what was counted, and what is looked up at the moment of the question.
struct MetricsReport {
  let parts: ProviderParts
  let startedAt: Timestamp

  private var metrics: ProviderMetrics { parts.core.metrics }

  /// All metrics as OpenMetrics text.
  func report(_: OwnerNothing) async -> GetMetrics.Result {
    setConnections()
    setPayments()
    setProcess()
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
    }
  }

  private func setProcess() {
    metrics.set(.processStart, Double(startedAt.milliseconds) / 1000)
    #if canImport(Glibc)
      let (own, descriptors) = (__rusage_who_t(RUSAGE_SELF.rawValue), __rlimit_resource_t(RLIMIT_NOFILE.rawValue))
    #else
      let (own, descriptors) = (RUSAGE_SELF, RLIMIT_NOFILE)
    #endif
    var usage = rusage()
    if getrusage(own, &usage) == 0 {
      let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      metrics.set(.processorTime, times.reduce(0, +))
    }
    var limit = rlimit()
    if getrlimit(descriptors, &limit) == 0 { metrics.set(.mostDescriptors, Double(limit.rlim_cur)) }
    // Other systems than Linux tell neither of these in a file.
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      metrics.set(.openDescriptors, Double(open.count))
    }
    if let pages = FileManager.default.contents(atPath: "/proc/self/statm")?.split(separator: UInt8(ascii: " ")),
      pages.count > 1, let resident = Double(String(decoding: pages[1], as: UTF8.self))
    {
      metrics.set(.residentMemory, resident * Double(sysconf(Int32(_SC_PAGESIZE))))
    }
  }
}
