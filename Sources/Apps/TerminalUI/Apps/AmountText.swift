import ArgumentParser
package import PaymentsModel

/// Parses amounts that people type. An error explains what to type instead.
package enum AmountText {
  /// Parses an amount, which must be above zero unless `allowsZero` is set.
  ///
  /// - Throws: `ValidationError`.
  package static func parse(_ text: String, allowsZero: Bool = false) throws -> DecimalAmount {
    let amount: DecimalAmount
    do {
      amount = try DecimalAmount(text)
    } catch {
      throw ValidationError(sentence(for: text, error))
    }
    guard allowsZero || amount.coefficient > 0 else {
      throw ValidationError(localized("The amount is zero: type one above zero, such as 0.5."))
    }
    return amount
  }

  private static func sentence(for text: String, _ error: AmountError) -> String {
    let shown = "'\(text.prefix(40))'"
    switch error {
    case .tooLarge: return localized("The amount \(shown) is too large for any currency.")
    case .tooManyDecimals(let allowed):
      return allowed == 1
        ? localized("The amount \(shown) has more than 1 decimal place.")
        : localized("The amount \(shown) has more than \(allowed) decimal places.")
    case .malformed: break
    }
    if text.hasPrefix("-") || text.hasPrefix("\u{2212}") {
      return localized("The amount '-\(text.dropFirst().prefix(40))' is negative: type one above zero, such as 0.5.")
    }
    if text.utf8.count > DecimalAmount.maximumLength { return localized("The amount has too many digits.") }
    if text.contains(",") { return localized("The amount \(shown) has a comma: decimals follow a point, such as 1.5.") }
    if text.lowercased().contains("e") {
      return localized("The amount \(shown) has an exponent: write it out, such as 0.001.")
    }
    return localized("'\(text.prefix(40))' is no amount: type digits and at most one point, such as 12 or 0.5.")
  }

  /// Replaces the hyphen of negative numbers by a minus sign (U+2212), because the argument parser would take it for an
  /// option. Then ``parse(_:allowsZero:)`` can explain what is wrong with the number.
  package static func protectingNegativeNumbers(_ arguments: [String]) -> [String] {
    arguments.map { argument in
      let rest = argument.dropFirst()
      let isNumber = rest.contains { $0.isASCII && $0.isNumber } && rest.allSatisfy { "0123456789.,".contains($0) }
      return argument.hasPrefix("-") && isNumber ? "\u{2212}" + rest : argument
    }
  }
}
