import ArgumentParser
import PaymentsModel

/// A currency code. Lowercase letters are accepted and converted to capitals.
struct CurrencyArgument: ExpressibleByArgument {
  let code: String

  init?(argument: String) {
    let code = argument.uppercased()
    guard Currency.isCode(code) else { return nil }
    self.code = code
  }
}
