import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import WalletBackend

extension Payments {
  /// What the wallets hold, for the owner. All are asked at once, and one that does not answer says so in its place.
  func holdings() async -> [WalletHolding] {
    await withTaskGroup(of: (Int, WalletHolding).self) { group in
      for (place, wallet) in wallets.wallets.enumerated() {
        group.addTask { (place, await WalletHolding(of: wallet)) }
      }
      var found: [(Int, WalletHolding)] = []
      for await holding in group { found.append(holding) }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension WalletHolding {
  fileprivate init(of wallet: CurrencyWallet) async {
    self.init(code: wallet.currency.code, ready: wallet.glance.status.rawValue)
    // Whoever does not answer the monitor would only be waited for.
    guard wallet.glance.status != .unavailable else {
      reason = FailureReason.walletUnavailable.rawValue
      return
    }
    do {
      let balance = try await wallet.told { wallet in try await wallet.balance() }
      available = wallet.decimal(balance.available)
      pending = wallet.decimal(balance.pending)
      locked = wallet.decimal(balance.locked)
    } catch {
      reason = ((error as? PaymentsFailure)?.reason ?? .walletError).rawValue
    }
  }
}
