import JSON
import OwnerSocket
import PaymentsModel

/// Setting and clearing the owner's PIN.
struct PinCommands {
  let context: ProviderContext

  func set(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    guard let new = params["new_pin"]?.stringValue else { throw OwnerFailure(.usage, "new_pin is missing") }
    var above: [String: DecimalAmount] = [:]
    for member in params["above"]?.objectValue ?? JSONObject() {
      guard let wallet = context.wallets.existingWallet(member.name) else {
        throw OwnerFailure(.usage, "there is no wallet for \(member.name); see: payd status")
      }
      guard let amount = member.value.stringValue.flatMap({ try? DecimalAmount($0) }),
        (try? Amount(amount, decimals: wallet.currency.decimals)) != nil
      else {
        throw OwnerFailure(
          .usage,
          "an amount of \(member.name) is a decimal with at most \(wallet.currency.decimals) places, such as 0.5"
        )
      }
      above[member.name] = amount
    }
    try await context.pin.require(params)
    try await context.pin.set(new, above: above)
    context.notices.changed()
    return context.pin.report
  }

  func clear(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    guard context.pin.isSet else { throw OwnerFailure(.conflict, "no PIN is set") }
    try await context.pin.require(params)
    try await context.pin.clear()
    context.notices.changed()
    return context.pin.report
  }
}
