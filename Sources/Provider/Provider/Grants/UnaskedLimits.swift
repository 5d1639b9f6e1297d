import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension SpendingLimits {
  /// Returns by currency what an app with these grants may spend without a question; `nil` where nothing.
  func unasked(_ app: AppKey, _ grants: Grants, _ reader: LedgerReader) throws -> NamedValues<AppLimits>? {
    guard grants.allows(.pay, at: clock.now()) else { return nil }
    var members: [NamedValues<AppLimits>.Member] = []
    for info in wallets.currencies where grants.currencies?.contains(info.code) != false {
      guard let decimals = wallets.existingWallet(info.code)?.currency.decimals else { continue }
      let limits = try limits(of: app, info.code, reader)
      guard let unasked = limits.unasked(most: try mostWithoutPIN(info.code, reader)) else { continue }
      members.append(.init(name: info.code, value: GrantView.limits(unasked, decimals: decimals)))
    }
    return members.isEmpty ? nil : NamedValues(members)
  }
}
