import PaymentsModel

extension PaymentURI {
  /// The text of the URI.
  public var text: String { scheme.name + ":" + address + query }

  /// The same URI in the form that makes the smallest QR code. With a segregated witness address, the scheme and the
  /// address are in capital letters, which take less space in a code and mean the same (BIP 173). Keys stay in small
  /// letters, because readers of BIP 21 accept no others.
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
