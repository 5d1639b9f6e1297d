import PaymentsModel

extension PaymentURI {
  /// The URI.
  public var text: String { scheme.name + ":" + address + query }

  /// The same URI as it makes the smallest QR code: with a segregated witness address the scheme and the address are in
  /// capital letters, of which a code holds more, and which mean the same (BIP 173). Keys stay in small letters, since
  /// readers of BIP 21 know no others.
  public var codeText: String {
    let isBech32 = scheme.addressNetworks.keys.contains { Address(address[...])?.inSmallLetters(prefix: $0) != nil }
    return isBech32 ? (scheme.name + ":" + address).uppercased() + query : text
  }

  private var query: String {
    let names: [String] =
      switch scheme.form {
      case .bitcoin: ["amount", "label", "message"]
      case .monero: ["tx_amount", "recipient_name", "tx_description"]
      }
    let values = [amount?.text, label, message]
    let parameters = zip(names, values).compactMap { name, value in
      value.map { name + "=" + PercentCoding.encode($0) }
    }
    return parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
  }
}
