import Catalogue
import PaymentsAPI

extension ProviderConfiguration {
  /// Reads `country` and `services`.
  mutating func readServices(_ reader: ConfigurationReader) throws(ConfigurationError) {
    var code = ""
    let codeLine = reader.line(of: "country")
    try reader.string("country", into: &code)
    country = Country(code)
    guard code.isEmpty || country != nil else {
      throw ConfigurationError(line: codeLine, problem: "country must be an ISO 3166-1 alpha-3 code, such as DEU")
    }
    guard let services = try reader.reader("services") else { return }
    if let section = try services.reader("payments") {
      let countriesLine = section.line(of: "countries")
      try section.choice("status", into: &payments.status)
      try section.strings("countries", into: &payments.countries)
      try section.finish()
      do throws(CountryRuleError) {
        _ = try CountryRule(payments.countries)
      } catch {
        throw ConfigurationError(
          line: countriesLine,
          problem: "services.payments.countries must be a list of ISO 3166-1 alpha-3 codes, such as [DEU] or [!CHN]")
      }
      // Without a country the rule could not be applied, and would silently have no effect.
      guard payments.countries.isEmpty || country != nil else {
        throw ConfigurationError(line: countriesLine, problem: "services.payments.countries needs country to be set")
      }
    }
    try services.finish()
  }
}
