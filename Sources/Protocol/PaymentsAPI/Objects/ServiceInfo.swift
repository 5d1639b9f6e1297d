/// A service that the provider offers, as written in `services.yml`.
public struct ServiceInfo: WireObject {
  /// The name of its specification, such as `payments`.
  public var spec: String
  /// The versions of that specification.
  public var versions: VersionRange
  /// The name of the folder with its files, next to `services.yml`.
  public var folder: String
  /// Whether the service can be used; absent means enabled.
  public var status: ServiceStatus?
  /// The countries where it is offered: ISO 3166-1 alpha-3 codes, each of which may be preceded by `!`; absent means
  /// everywhere.
  public var countries: [String]?

  /// Makes a value from all members; optional members default to nil.
  public init(
    spec: String, versions: VersionRange, folder: String, status: ServiceStatus? = nil, countries: [String]? = nil
  ) {
    self.spec = spec
    self.versions = versions
    self.folder = folder
    self.status = status
    self.countries = countries
  }
}

/// Whether a service can be used.
public enum ServiceStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The service can be used.
  case enabled
  /// The service can be used, and may change without a new version.
  case experimental
  /// The service accepts no new requests; earlier requests continue.
  case disabled
}
