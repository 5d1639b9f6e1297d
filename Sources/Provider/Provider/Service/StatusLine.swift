import Orders
import PaymentsModel
import WalletBackend

/// How the provider is doing, in one line for the service manager, without amounts: `LTC and XMR are ready`, or
/// `LOCKED; LTC is ready, XMR is syncing`.
struct StatusLine {
  let text: String

  init(_ payments: Payments) {
    let wallets = payments.wallets.wallets.map { wallet in
      (
        code: wallet.currency.code,
        status: Self.word(wallet.status, isStopped: payments.orders.sent.isStopped(wallet.currency.code))
      )
    }
    self.init(wallets: wallets, isLocked: payments.orders.lock.isLocked)
  }

  init(wallets: [(code: String, status: String)], isLocked: Bool) {
    var groups: [(status: String, codes: [String])] = []
    for wallet in wallets {
      if let index = groups.firstIndex(where: { $0.status == wallet.status }) {
        groups[index].codes.append(wallet.code)
      } else {
        groups.append((wallet.status, [wallet.code]))
      }
    }
    let parts = groups.map { group in
      let last = group.codes.last ?? ""
      let names =
        group.codes.count > 1 ? group.codes.dropLast().joined(separator: ", ") + " and " + last : last
      return "\(names) \(group.codes.count == 1 ? "is" : "are") \(group.status)"
    }
    text = (isLocked ? "LOCKED; " : "") + parts.joined(separator: ", ")
  }

  private static func word(_ status: WalletStatus, isStopped: Bool) -> String {
    switch status {
    case .ready: isStopped ? "stopped until you have looked at its sends" : "ready"
    case .syncing, .locked, .unavailable: status.rawValue
    }
  }
}
