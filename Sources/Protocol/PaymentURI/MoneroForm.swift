import PaymentsModel

/// The form of Monero: keys are in small letters only, no parameter occurs twice, and every parameter has a value.
struct MoneroForm {
  let scheme: PaymentURIScheme

  private static let keys = ["tx_amount", "recipient_name", "tx_description", "tx_payment_id", "output"]

  func read(_ path: Substring, _ query: Substring) throws(PaymentURIError) -> PaymentURI {
    if path.utf8.contains(where: { ";,".utf8.contains($0) }) { throw .multipleRecipients }
    var values: [String: String] = [:]
    for parameter in try URIParameter.list(query) {
      // Monero's wallets split at each `=` before they decode, so only one that is written as `%3D` is part of the
      // value.
      guard let value = parameter.value, !parameter.valueHasEqualsSign else {
        throw .malformedParameter(parameter.shownKey)
      }
      guard values.updateValue(value, forKey: parameter.key) == nil else {
        throw .duplicateParameter(parameter.shownKey)
      }
      let small = parameter.key.lowercased()
      if small.utf8.starts(with: "req-".utf8) { throw .requiredParameter(parameter.shownKey) }
      // Monero's wallets would ignore this parameter, although its author meant it to be used.
      guard small == parameter.key || !Self.keys.contains(small) else { throw .malformedParameter(parameter.shownKey) }
    }
    if values["tx_payment_id"] != nil { throw .paymentID }
    if values["output"] != nil || values["tx_amount"]?.utf8.contains(UInt8(ascii: ";")) == true {
      throw .multipleRecipients
    }
    guard !path.isEmpty else { throw .noAddress }
    guard let address = Address(path) else { throw .malformedAddress }
    let amount: DecimalAmount? =
      if let text = values["tx_amount"] { try URIAmount.parse(text, decimals: scheme.decimals) } else { nil }
    return PaymentURI(
      scheme: scheme, address: address.text, amount: amount,
      texts: .init(label: values["recipient_name"]?.nonempty, message: values["tx_description"]?.nonempty))
  }
}
