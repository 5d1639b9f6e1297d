import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

extension SpendingLimits {
  /// Returns by currency what an app may spend without a question once it is let in; `nil` where nothing. Where the
  /// ledger cannot be read, the configured limits are told.
  func unasked(_ prompt: PairingRequests.Prompt) async -> NamedValues<AppLimits>? {
    guard prompt.manifest.scopesGrantedByDefault.contains(.pay) else { return nil }
    var members: [NamedValues<AppLimits>.Member] = []
    for info in wallets.currencies where prompt.manifest.currencies?.contains(info.code) != false {
      guard let decimals = wallets.existingWallet(info.code)?.currency.decimals else { continue }
      let limits = try? await ledger.read { reader in
        (
          inForce: try self.limits(of: prompt.app, info.code, reader),
          most: try self.mostWithoutPIN(info.code, reader)
        )
      }
      guard let unasked = (limits?.inForce ?? defaultLimits(info.code)).unasked(most: limits?.most) else { continue }
      members.append(.init(name: info.code, value: GrantView.limits(unasked, decimals: decimals)))
    }
    return members.isEmpty ? nil : NamedValues(members)
  }
}
