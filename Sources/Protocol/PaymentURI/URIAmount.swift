import PaymentsModel

/// Parses the amounts in URIs as exact decimals, never as floating-point numbers.
enum URIAmount {
  /// Parses an amount by BIP 21: digits and at most one point, so `.5`, `5.` and `007` are accepted too. A sign, an
  /// exponent or a comma is refused.
  static func parse(_ text: String, decimals: Int?) throws(PaymentURIError) -> DecimalAmount {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let whole = Substring(parts[0].drop { $0 == UInt8(ascii: "0") })
    let fraction = parts.count == 2 ? Substring(parts[1]) : ""
    guard !parts[0].isEmpty || !fraction.isEmpty else { throw .malformedAmount }
    let amount: DecimalAmount
    do {
      amount = try DecimalAmount((whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction))
    } catch {
      throw error == .tooLarge ? .amountTooLarge : .malformedAmount
    }
    guard amount.coefficient > 0 else { throw .zeroAmount }
    if let decimals, amount.scale > decimals { throw .tooManyDecimals(allowed: decimals) }
    return amount
  }
}
