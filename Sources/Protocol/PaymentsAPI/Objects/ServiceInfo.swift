/// A service that the provider offers, as it stands in `services.yml`.
public struct ServiceInfo: WireObject {
  /// The name of its specification, such as `payments`.
  public var spec: String
  /// The versions of that specification.
  public var versions: VersionRange
  /// The folder of its files, beside `services.yml`.
  public var folder: String
  /// Whether it can be used; absent means enabled.
  public var status: ServiceStatus?
  /// Where it is offered: ISO 3166-1 alpha-3 codes, each perhaps with `!` before it; absent means everywhere.
  public var countries: [String]?

  /// Makes the object of its members; one that may be absent is, unless it is given.
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
  /// It can be used.
  case enabled
  /// It can be used, and may change without a new version.
  case experimental
  /// It begins nothing new; what was begun goes on.
  case disabled
}
