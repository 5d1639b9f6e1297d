public import PaymentsAPI

/// The agreement between an app and a provider: one version of the service, and one version of each request that both
/// support.
public struct ServiceAgreement: Sendable, Hashable {
  /// The service as listed by the provider.
  public let service: ServiceInfo
  /// The agreed version of the service.
  public let version: Int
  /// The agreed version of each request, by the name of the request.
  public let requests: [String: Int]

  /// Chooses the highest versions that both sides support.
  ///
  /// - Parameters:
  ///   - service: the service as listed by the provider.
  ///   - definition: the definition of the service. Requests without versions have those of the service.
  ///   - versions: the versions of the service that the app supports.
  ///   - requestVersions: the versions of requests that the app supports, by their names; by default the same as those
  ///     of the service.
  ///   - country: the country in which the app is used, if it is known.
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
      // A request whose versions are all too new for the app is left out, and does not affect the others.
      requests[request.spec] = (request.versions ?? VersionRange(version)).highest(sharedWith: spoken)
    }
    self.service = service
    self.version = version
    self.requests = requests
  }
}

/// The reason why a service cannot be used.
public enum ServiceRefusal: Error, Sendable, Hashable {
  /// The provider has switched it off.
  case disabled
  /// The service is not offered in this country.
  case country
  /// The provider offers only other versions of the service.
  case versions(offered: VersionRange)
  /// The list of countries has an invalid entry.
  case malformedCountries(CountryRuleError)
}
