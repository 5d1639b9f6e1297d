import Orders
package import OwnerAPI
package import PaymentsModel
package import WalletBackend

extension Payments {
  /// How the wallets are, for the owner.
  var walletReports: [CurrencyReport] {
    wallets.wallets.map { wallet in
      var report = CurrencyReport(
        wallet.currency, wallet.glance, isStopped: orders.sent.isStopped(wallet.currency.code))
      let passed = wallet.addressesPassed
      if passed > 0 { report.notices = (report.notices ?? []) + [WalletNotice(kind: .addressesPassed, count: passed)] }
      return report
    }
  }
}

extension CurrencyReport {
  /// What the owner is told of a wallet that was looked at.
  package init(_ currency: Currency, _ glance: WalletGlance, isStopped: Bool = false) {
    self.init(
      code: currency.code, network: currency.network, ready: glance.status.rawValue, stopped: isStopped,
      madeUp: currency.isMadeUp, height: glance.height, trouble: glance.problem.map(WalletTrouble.init),
      notices: glance.remarks.isEmpty ? nil : glance.remarks.map { WalletNotice($0, currency) })
  }
}

extension WalletNotice {
  /// What the owner is told of a remark of the wallet.
  init(_ remark: WalletRemark, _ currency: Currency) {
    switch remark {
    case .unreadable(let list, let count): self.init(kind: .unreadable, list: list.rawValue, count: count)
    case .inExtensionBlocks(let amount):
      self.init(kind: .inExtensionBlocks, amount: amount.decimal(decimals: currency.decimals))
    }
  }
}

extension Currency {
  /// Whether the money is that of a simulated network, and worth nothing.
  package var isMadeUp: Bool { network == "mock" }
}
