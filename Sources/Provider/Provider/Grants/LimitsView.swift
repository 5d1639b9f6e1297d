import JSON
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Converts limits to the JSON that the owner's console shows.
enum LimitsView {
  /// Returns an object of the form `{period, ask, ask_above?, per_payment?, per_period?, count?, recipients?}`.
  static func object(_ limits: PaymentLimits, decimals: Int) -> JSONValue {
    func text(_ amount: Amount) -> JSONValue { .string(amount.text(decimals: decimals)) }
    var value: JSONObject = [
      "period": .string(limits.period.rawValue), "ask": .string(limits.asking.name.rawValue),
    ]
    if case .above(let amount) = limits.asking { value["ask_above"] = text(amount) }
    value["per_payment"] = limits.perPayment.map(text)
    value["per_period"] = limits.perPeriod.map(text)
    value["count"] = limits.count.map { .integer($0) }
    if !limits.recipients.isEmpty {
      value["recipients"] = .object(
        JSONObject(
          limits.recipients.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: text($0.value)) }))
    }
    return .object(value)
  }
}
