/// Where a service is offered: `[DEU, AUT]` there only, `[!CHN]` everywhere but there. In a list with both, the
/// countries without `!` that are not named with it as well.
public struct CountryRule: Sendable, Hashable {
  private let included: Set<Country>
  private let excluded: Set<Country>

  /// The list, as it stands in the catalogue.
  public let entries: [String]

  /// Reads a list of ISO 3166-1 alpha-3 codes, each perhaps with `!` before it.
  ///
  /// - Throws: ``CountryRuleError`` with the first entry that is none.
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

/// An entry of a list of countries is no ISO 3166-1 alpha-3 code.
public struct CountryRuleError: Error, Sendable, Hashable {
  /// Its place in the list, from 0.
  public let index: Int

  /// Makes an error.
  public init(index: Int) {
    self.index = index
  }
}
