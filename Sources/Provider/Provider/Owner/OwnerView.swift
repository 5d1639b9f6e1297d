import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// What the owner sees of that which waits.
enum OwnerView {
  static func pairing(_ prompt: PairingRequests.Prompt, process: String?, needsPIN: Bool) -> JSONValue {
    var value: JSONObject = [
      "id": .string(prompt.id), "kind": "pairing", "name": .string(prompt.manifest.name),
      "app_id": .string(prompt.manifest.appID), "version": .string(prompt.manifest.version),
      "key": .string(prompt.app.rawValue), "fingerprint": .string(prompt.app.fingerprint),
      "scopes": .array(prompt.manifest.scopes.map { .string($0.rawValue) }),
      "asked_at": .string(prompt.since.text), "expires_at": .string(prompt.until.text),
    ]
    value["currencies"] = prompt.manifest.currencies.map { .array($0.map { .string($0) }) }
    value["process"] = process.map(JSONValue.string)
    value["needs_pin"] = .bool(needsPIN)
    return .object(value)
  }

  static func payment(_ payment: WaitingPayment) -> JSONValue {
    let order = payment.order
    let terms = order.terms
    func text(_ amount: Amount) -> JSONValue { .string(amount.text(decimals: terms.decimals)) }
    var value: JSONObject = [
      "id": .string(terms.id.rawValue), "kind": "payment", "key": .string(terms.app.rawValue),
      "fingerprint": .string(terms.app.fingerprint), "name": .string(payment.claimedName),
      "currency": .string(terms.currency), "address": .string(terms.address), "amount": text(terms.amount),
      "state": .string(order.state.rawValue), "asked_at": .string(terms.createdAt.text),
    ]
    value["owner_name"] = payment.ownerName.map(JSONValue.string)
    value["process"] = payment.process.map { .string($0.words) }
    value["fee"] = order.fee.map(text)
    value["fee_cap"] = order.fee.map { text(FeeCap.shown(for: $0)) }
    value["total"] = order.total.map(text)
    value["description"] = terms.memo.map(JSONValue.string)
    value["expires_at"] = terms.expiresAt.map { .string($0.text) }
    value["paid_before"] = .object(history(payment.history))
    value["budget"] = budget(payment).map(JSONValue.object)
    value["behind"] = .integer(payment.behind)
    value["needs_pin"] = .bool(payment.needsPIN)
    if payment.isShort { value["short_of_funds"] = true }
    return .object(value)
  }

  /// What the payment leaves of the app's budget; `nil` where no limit holds.
  private static func budget(_ payment: WaitingPayment) -> JSONObject? {
    let (terms, status) = (payment.order.terms, payment.budget)
    let limits = status.limits
    guard limits.perPayment != nil || limits.perPeriod != nil || limits.count != nil || !limits.recipients.isEmpty
    else {
      return nil
    }
    func text(_ amount: Amount) -> JSONValue { .string(amount.text(decimals: terms.decimals)) }
    let total = payment.order.total ?? terms.amount
    var value: JSONObject = ["period": .string(limits.period.rawValue), "resets_at": .string(status.resetsAt.text)]
    value["per_payment"] = limits.perPayment.map(text)
    value["per_period"] = limits.perPeriod.map(text)
    if let left = BudgetRules.left(to: terms.address, status) { value["left"] = text(left) }
    if let limit = limits.perPeriod {
      let used = status.usage.amount
      value["left_after"] = text(limit.subtracting(used)?.subtracting(total) ?? .zero)
    }
    value["payments_left_after"] = limits.count.map { .integer(max(0, $0 - status.usage.count - 1)) }
    value["fits"] = .bool(payment.exceeded == nil)
    return value
  }

  private static func history(_ history: AddressHistory) -> JSONObject {
    var value: JSONObject = ["by_app": .integer(history.byApp.count), "in_all": .integer(history.byAny.count)]
    value["last_by_app_at"] = history.byApp.last.map { .string($0.text) }
    value["last_at"] = history.byAny.last.map { .string($0.text) }
    return value
  }
}
