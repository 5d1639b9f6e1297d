import Orders
import OwnerAPI
import PaymentsModel

/// Setting and clearing the owner's PIN.
struct PinCommands {
  let pin: OwnerPIN
  let wallets: WalletDirectory
  let notices: OwnerNotices

  func set(_ params: SetPin.Params) async throws -> PinStatus {
    var above: [String: DecimalAmount] = [:]
    for member in params.above?.members ?? [] {
      guard let wallet = wallets.existingWallet(member.name) else {
        throw OwnerFailure(.unknownCurrency, "there is no wallet for \(member.name)")
      }
      guard let amount = try? DecimalAmount(member.value),
        (try? Amount(amount, decimals: wallet.currency.decimals)) != nil
      else {
        throw OwnerFailure(
          .usage,
          "an amount of \(member.name) is a decimal with at most \(wallet.currency.decimals) places, such as 0.5"
        )
      }
      above[member.name] = amount
    }
    try await pin.require(params.pin)
    try await pin.set(params.newPin, above: above)
    notices.changed()
    return pin.report
  }

  func clear(_ params: ClearPin.Params) async throws -> PinStatus {
    guard pin.isSet else { throw OwnerFailure(.conflict, "no PIN is set") }
    try await pin.require(params.pin)
    try await pin.clear()
    notices.changed()
    return pin.report
  }
}
