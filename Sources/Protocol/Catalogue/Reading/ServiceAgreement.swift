public import PaymentsAPI

/// What an app and a provider agree on: one version of the service, and one of each request that both know.
public struct ServiceAgreement: Sendable, Hashable {
  /// The service, as listed.
  public let service: ServiceInfo
  /// The version of the service.
  public let version: Int
  /// The version of each request that can be made, by its name.
  public let requests: [String: Int]

  /// Agrees on the highest versions that both sides have.
  ///
  /// - Parameters:
  ///   - service: as listed.
  ///   - definition: what it consists of; requests without versions have those of the service.
  ///   - versions: what the app speaks of the service.
  ///   - requestVersions: what it speaks of a request; by default the same as of the service.
  ///   - country: where the app is used, if it knows.
  /// - Throws: ``ServiceRefusal``.
  public init(
    _ service: ServiceInfo, _ definition: ServiceDefinition, speaking versions: VersionRange,
    requestVersions: [String: VersionRange] = [:], in country: Country? = nil
  ) throws(ServiceRefusal) {
    guard service.status != .disabled else { throw .disabled }
    if let country {
      let rule: CountryRule
      do {
        rule = try CountryRule(service.countries ?? [])
      } catch {
        throw .malformedCountries(error)
      }
      guard rule.allows(country) else { throw .country }
    }
    guard let version = service.versions.highest(sharedWith: versions) else {
      throw .versions(offered: service.versions)
    }
    var requests: [String: Int] = [:]
    for request in definition.requests {
      let spoken = requestVersions[request.spec] ?? versions
      // One version too new for the app takes nothing from the others.
      requests[request.spec] = (request.versions ?? VersionRange(version)).highest(sharedWith: spoken)
    }
    self.service = service
    self.version = version
    self.requests = requests
  }
}

/// Why a service cannot be used.
public enum ServiceRefusal: Error, Sendable, Hashable {
  /// The provider has switched it off.
  case disabled
  /// It is not offered in this country.
  case country
  /// It is spoken in other versions only.
  case versions(offered: VersionRange)
  /// The list of countries has an entry that is none.
  case malformedCountries(CountryRuleError)
}
