/// Why a text is no payment URI that can be paid.
///
/// Names of parameters are as they were typed, ASCII and at most 40 characters; nothing else of the text is in here.
public enum PaymentURIError: Error, Sendable, Hashable {
  /// More bytes than ``PaymentURI/maximumLength``.
  case tooLong
  /// Not `scheme:…`, or a character that no URI has: white space, a quote, `#`, or one beyond ASCII.
  case malformed
  /// The scheme is none of a currency that is known.
  case unknownScheme
  /// It describes a whole wallet (`monero_wallet:`), with its secret keys, and not a payment.
  case walletKeys
  /// What stands for the address is none.
  case malformedAddress
  /// A parameter that is named after a network has an address of another one.
  case addressOfOtherNetwork(parameter: String)
  /// There is nothing to pay to.
  case noAddress
  /// It can be paid otherwise, by these parameters, but not in the chain.
  case onlyOtherInstructions([String])
  /// It must not be paid by those who do not know this parameter, such as `req-somethingyoudontunderstand`.
  case requiredParameter(String)
  /// The parameter may be there once.
  case duplicateParameter(String)
  /// No `=`, a `%` without two hexadecimal digits, or bytes that are not UTF-8.
  case malformedParameter(String)
  /// The amount is not of digits and at most one point.
  case malformedAmount
  /// An amount of nothing.
  case zeroAmount
  /// The amount has more decimal places than the currency.
  case tooManyDecimals(allowed: Int)
  /// The amount is above any that there is.
  case amountTooLarge
  /// It asks to pay several recipients at once.
  case multipleRecipients
  /// It names a payment id beside the address, which Monero gave up: it would be lost, and the payee could not tell who
  /// paid.
  case paymentID
}

extension PaymentURIError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .tooLong: "The URI is longer than \(PaymentURI.maximumLength) bytes."
    case .malformed: "That is no URI: it has no scheme, or a character that must be percent-encoded."
    case .unknownScheme: "The URI is of no currency that is known here."
    case .walletKeys: "That describes a whole wallet, with its secret keys, and no payment. Show it to nobody."
    case .malformedAddress: "The URI has no proper address after its colon."
    case .addressOfOtherNetwork(let name): "The parameter \(name) has an address of another network."
    case .noAddress: "The URI names no address."
    case .onlyOtherInstructions(let names):
      "The URI has no address in the chain; it can be paid by \(names.joined(separator: ", ")) only, "
        + "which is not supported here."
    case .requiredParameter(let name):
      "The URI must not be paid by those who do not support its parameter \(name), which is not supported here."
    case .duplicateParameter(let name): "The parameter \(name) stands in the URI more than once."
    case .malformedParameter(let name): "The parameter \(name) is not written as it must be."
    case .malformedAmount: "The amount in the URI is no plain number: digits, and at most one point."
    case .zeroAmount: "The amount in the URI is zero."
    case .tooManyDecimals(let allowed):
      "The amount in the URI has more decimal places than the currency, which has \(allowed)."
    case .amountTooLarge: "The amount in the URI is too large for any currency."
    case .multipleRecipients: "The URI asks to pay several recipients at once, which is not supported here."
    case .paymentID:
      "The URI has a separate payment id, which Monero gave up: ask the payee for an integrated address or a subaddress."
    }
  }
}
