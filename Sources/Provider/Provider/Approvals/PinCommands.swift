import OwnerAPI
import PaymentsModel

/// Setting and clearing the owner's PIN.
struct PinCommands {
  let context: ProviderContext

  func set(_ params: SetPin.Params) async throws -> PinStatus {
    var above: [String: DecimalAmount] = [:]
    for member in params.above?.members ?? [] {
      guard let wallet = context.wallets.existingWallet(member.name) else {
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
    try await context.pin.require(params.pin)
    try await context.pin.set(params.newPIN, above: above)
    context.notices.changed()
    return context.pin.report
  }

  func clear(_ params: ClearPin.Params) async throws -> PinStatus {
    guard context.pin.isSet else { throw OwnerFailure(.conflict, "no PIN is set") }
    try await context.pin.require(params.pin)
    try await context.pin.clear()
    context.notices.changed()
    return context.pin.report
  }
}
