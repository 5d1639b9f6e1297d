import JSON
import PaymentsModel

/// The output by which a payment pays its recipient. Another transaction with the same output makes the same payment.
struct PaidOutput: Sendable, Hashable {
  /// The recipient's script in hexadecimal.
  let script: String
  let amount: Amount

  init(script: String, amount: Amount) {
    self.script = script
    self.amount = amount
  }

  /// Creates an output from its form in a blob; `nil` if the value has another form.
  init?(_ value: JSONValue) {
    guard let script = value[0]?.stringValue, JSONValue.isHexadecimal(script),
      let units = value[1]?.stringValue.flatMap({ UInt128($0) })
    else { return nil }
    self.script = script
    amount = Amount(atomicUnits: units)
  }

  /// The form in a blob.
  var json: JSONValue { [.string(script), .string(String(amount.atomicUnits))] }
}
