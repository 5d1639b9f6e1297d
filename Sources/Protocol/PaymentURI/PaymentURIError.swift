import DisplayText

/// The reason why a text is not a payment URI that can be paid.
///
/// The names of parameters are as they were typed: ASCII and at most 40 characters. The errors contain no other part of
/// the text.
public enum PaymentURIError: Error, Sendable, Hashable {
  /// The text has more bytes than ``PaymentURI/maximumLength``.
  case tooLong
  /// The text does not begin with `scheme:`, or contains a character that is not allowed in a URI: white space, a
  /// quote, `#`, or a character outside ASCII.
  case malformed
  /// The scheme does not belong to a known currency.
  case unknownScheme
  /// The URI describes a whole wallet with its secret keys (`monero_wallet:`) and not a payment.
  case walletKeys
  /// The address is malformed.
  case malformedAddress
  /// A parameter that is named after a network has an address of another one.
  case addressOfOtherNetwork(parameter: String)
  /// The URI contains no address.
  case noAddress
  /// The URI can only be paid by the instructions in these parameters, and not on the chain.
  case onlyOtherInstructions([String])
  /// The URI requires support for this unknown parameter, such as `req-somethingyoudontunderstand`.
  case requiredParameter(String)
  /// A parameter that may occur only once occurs twice.
  case duplicateParameter(String)
  /// A parameter has no `=`, a `%` without two hexadecimal digits, or bytes that are not UTF-8.
  case malformedParameter(String)
  /// The amount does not consist of digits and at most one point.
  case malformedAmount
  /// The amount is zero.
  case zeroAmount
  /// The amount has more decimal places than the currency.
  case tooManyDecimals(allowed: Int)
  /// The amount is larger than any possible amount.
  case amountTooLarge
  /// The URI asks to pay several recipients at once.
  case multipleRecipients
  /// The URI contains a payment id in addition to the address. Monero no longer supports payment ids, so it would be
  /// lost and the payee could not tell who paid.
  case paymentID
}

extension PaymentURIError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .tooLong: localized("The URI is longer than \(PaymentURI.maximumLength) bytes.")
    case .malformed: localized("That is no URI: it has no scheme, or a character that must be percent-encoded.")
    case .unknownScheme: localized("The URI is of no currency that is known here.")
    case .walletKeys:
      localized("That describes a whole wallet, with its secret keys, and no payment. Show it to nobody.")
    case .malformedAddress: localized("The URI has no proper address after its colon.")
    case .addressOfOtherNetwork(let name): localized("The parameter \(name) has an address of another network.")
    case .noAddress: localized("The URI names no address.")
    case .onlyOtherInstructions(let names):
      localized(
        "The URI has no address in the chain; it can be paid by \(names.joined(separator: ", ")) only, "
          + "which is not supported here.")
    case .requiredParameter(let name):
      localized(
        "The URI must not be paid by those who do not support its parameter \(name), which is not supported here.")
    case .duplicateParameter(let name): localized("The parameter \(name) stands in the URI more than once.")
    case .malformedParameter(let name): localized("The parameter \(name) is not written as it must be.")
    case .malformedAmount: localized("The amount in the URI is no plain number: digits, and at most one point.")
    case .zeroAmount: localized("The amount in the URI is zero.")
    case .tooManyDecimals(let allowed):
      localized("The amount in the URI has more decimal places than the currency, which has \(allowed).")
    case .amountTooLarge: localized("The amount in the URI is too large for any currency.")
    case .multipleRecipients: localized("The URI asks to pay several recipients at once, which is not supported here.")
    case .paymentID:
      localized(
        "The URI has a separate payment id, which Monero gave up: ask the payee for an integrated address or a subaddress."
      )
    }
  }
}
