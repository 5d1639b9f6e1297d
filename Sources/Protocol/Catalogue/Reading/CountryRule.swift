/// The countries in which a service is offered. `[DEU, AUT]` means only these countries, and `[!CHN]` means all
/// countries except this one. A list with both kinds means the countries without `!` that are not also listed with it.
public struct CountryRule: Sendable, Hashable {
  private let included: Set<Country>
  private let excluded: Set<Country>

  /// The list as written in the catalogue.
  public let entries: [String]

  /// Parses a list of ISO 3166-1 alpha-3 codes, each of which may be preceded by `!`.
  ///
  /// - Throws: ``CountryRuleError`` for the first entry that is invalid.
  public init(_ entries: [String]) throws(CountryRuleError) {
    var included: Set<Country> = []
    var excluded: Set<Country> = []
    for (index, entry) in entries.enumerated() {
      let isExcluded = entry.utf8.starts(with: "!".utf8)
      guard let country = Country(isExcluded ? String(entry.unicodeScalars.dropFirst()) : entry) else {
        throw CountryRuleError(index: index)
      }
      if isExcluded { excluded.insert(country) } else { included.insert(country) }
    }
    self.included = included
    self.excluded = excluded
    self.entries = entries
  }

  /// Whether the service is offered in a country.
  public func allows(_ country: Country) -> Bool {
    !excluded.contains(country) && (included.isEmpty || included.contains(country))
  }
}

/// The error for an entry of a list of countries that is not an ISO 3166-1 alpha-3 code.
public struct CountryRuleError: Error, Sendable, Hashable {
  /// The index of the entry in the list, from 0.
  public let index: Int

  /// Makes an error.
  public init(index: Int) {
    self.index = index
  }
}
