import PaymentsModel

/// The form of BIP 321. The scheme and the keys of parameters may be written in any case, and there may be payment
/// instructions of many kinds in addition to or instead of the address.
struct BitcoinForm {
  let scheme: PaymentURIScheme

  /// Other payment instructions, which are not supported.
  private static let otherInstructions: Set = ["lno", "pay", "sp"]
  /// The parameters that may occur only once, whatever their prefix is.
  private static let single: Set = ["amount", "label", "message", "pop", "lightning"]

  func read(_ path: Substring, _ query: Substring) throws(PaymentURIError) -> PaymentURI {
    var values: [String: String] = [:]
    var offers: [PaymentURI.Offer] = []
    var instructions: [String] = []
    var times: [String: [String]] = [:]
    for parameter in try URIParameter.list(query) {
      let typed = parameter.key.lowercased()
      let isRequired = typed.utf8.starts(with: "req-".utf8)
      let key = isRequired ? String(typed.unicodeScalars.dropFirst(4)) : typed
      if Self.single.contains(key) {
        guard let value = parameter.value else { throw .malformedParameter(parameter.shownKey) }
        guard values.updateValue(value, forKey: key) == nil else { throw .duplicateParameter(key) }
      }
      switch key {
      case "amount", "label", "message": continue
      case "lightning":
        guard let value = values["lightning"], Self.isInvoice(value) else {
          throw .malformedParameter(parameter.shownKey)
        }
        // Where it is required, the address is no way to pay.
        if isRequired { throw .requiredParameter(parameter.shownKey) }
        continue
      case _ where scheme.addressNetworks[key] != nil:
        offers.append(try offer(key, parameter))
        continue
      case "time", "exp": times[key, default: []].append(parameter.value ?? "")
      case _ where Self.otherInstructions.contains(key): instructions.append(key)
      default: break
      }
      // This includes the address for a proof of payment, because this program must not open such an address.
      if isRequired { throw .requiredParameter(parameter.shownKey) }
    }
    let amount: DecimalAmount? =
      if let text = values["amount"] { try URIAmount.parse(text, decimals: scheme.decimals) } else { nil }
    let texts = PaymentURI.Texts(
      label: values["label"]?.nonempty, message: values["message"]?.nonempty, expiresAt: Self.expiry(times))
    let lightning = values["lightning"]?.lowercased()
    if !path.isEmpty {
      return PaymentURI(
        scheme: scheme, address: try address(path), lightning: lightning, amount: amount, texts: texts)
    }
    guard let address = offers.first?.address ?? lightning else {
      throw instructions.isEmpty ? .noAddress : .onlyOtherInstructions(instructions)
    }
    return PaymentURI(
      scheme: scheme, address: address, lightning: lightning, offers: offers, amount: amount, texts: texts)
  }

  /// Whether a text can be a Lightning invoice: letters of one case, and digits. A reader of invoices decides.
  private static func isInvoice(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(PercentCoding.isAlphanumeric)
      && (text == text.lowercased() || text == text.uppercased())
  }

  private func address(_ path: Substring) throws(PaymentURIError) -> String {
    guard let address = Address(path) else { throw .malformedAddress }
    for prefix in scheme.addressNetworks.keys {
      if let small = address.inSmallLetters(prefix: prefix) { return small }
    }
    return address.text
  }

  /// Reads a segregated witness address from a parameter whose key is the prefix of the address.
  private func offer(_ key: String, _ parameter: URIParameter) throws(PaymentURIError) -> PaymentURI.Offer {
    guard let value = parameter.value, let address = Address(value[...]) else {
      throw .malformedParameter(parameter.shownKey)
    }
    guard let network = scheme.addressNetworks[key], let small = address.inSmallLetters(prefix: key) else {
      throw .addressOfOtherNetwork(parameter: parameter.shownKey)
    }
    return PaymentURI.Offer(network: network, address: small)
  }

  /// Reads the expiry that Electrum and related wallets write: the time of creation, and the number of seconds for
  /// which the request is valid. No specification defines these parameters, so they are used only if they are
  /// unambiguous.
  private static func expiry(_ times: [String: [String]]) -> Timestamp? {
    guard let made = times["time"], let lasts = times["exp"], made.count == 1, lasts.count == 1,
      (made[0] + lasts[0]).utf8.allSatisfy(PercentCoding.isDigit),
      let made = Int64(made[0]), let lasts = Int64(lasts[0]), made > 0, lasts > 0
    else { return nil }
    return Timestamp(seconds: made).advanced(by: .seconds(lasts))
  }
}
