import ArgumentParser
import PaymentsModel

/// A currency code; small letters are taken for capital ones.
struct CurrencyArgument: ExpressibleByArgument {
  let code: String

  init?(argument: String) {
    let code = argument.uppercased()
    guard Currency.isCode(code) else { return nil }
    self.code = code
  }
}
