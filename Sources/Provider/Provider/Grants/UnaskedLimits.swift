import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension SpendingLimits {
  /// Returns by currency what an app with these grants may spend without a question; `nil` where nothing.
  func unasked(of app: AppKey, under grants: Grants, _ reader: LedgerReader) throws -> NamedValues<AppLimits>? {
    guard grants.allows(.pay, at: clock.now()) else { return nil }
    var members: [NamedValues<AppLimits>.Member] = []
    for currency in wallets.sorted.map(\.currency) where grants.currencies?.contains(currency.code) != false {
      let limits = try limits(of: app, currency.code, reader)
      guard let unasked = limits.unasked(most: try mostWithoutPIN(currency.code, reader)) else { continue }
      members.append(.init(name: currency.code, value: GrantView.limits(unasked, decimals: currency.decimals)))
    }
    return members.isEmpty ? nil : NamedValues(members)
  }
}
