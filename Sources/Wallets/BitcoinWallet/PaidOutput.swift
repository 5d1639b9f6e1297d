import JSON
import PaymentsModel

/// What a payment pays its recipient: by this another transaction is known to make the same payment.
struct PaidOutput: Sendable, Hashable {
  /// The recipient's script in hexadecimal.
  let script: String
  let amount: Amount

  init(script: String, amount: Amount) {
    self.script = script
    self.amount = amount
  }

  /// From a blob; `nil` for what is none.
  init?(_ value: JSONValue) {
    guard let script = value[0]?.stringValue, JSONValue.isHexadecimal(script),
      let units = value[1]?.stringValue.flatMap({ UInt128($0) })
    else { return nil }
    self.script = script
    amount = Amount(atomicUnits: units)
  }

  /// For a blob.
  var json: JSONValue { [.string(script), .string(String(amount.atomicUnits))] }
}
