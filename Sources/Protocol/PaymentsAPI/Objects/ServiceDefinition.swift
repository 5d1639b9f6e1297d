/// What a service consists of, as it stands in its `definition.yml`.
public struct ServiceDefinition: WireObject {
  /// The name of its specification; as in ``ServiceInfo``, where it is present.
  public var spec: String?
  /// The versions of that specification; as in ``ServiceInfo``, where they are present.
  public var versions: VersionRange?
  /// Whether it can be used; as in ``ServiceInfo``, where it is present.
  public var status: ServiceStatus?
  /// Where it is offered; as in ``ServiceInfo``, where they are present.
  public var countries: [String]?
  /// The requests that can be made.
  public var requests: [ServiceRequest]
  /// Other ways in; this provider has none beside its app door.
  public var endpoints: [ServiceEndpoint]?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    spec: String? = nil, versions: VersionRange? = nil, status: ServiceStatus? = nil, countries: [String]? = nil,
    requests: [ServiceRequest], endpoints: [ServiceEndpoint]? = nil
  ) {
    self.spec = spec
    self.versions = versions
    self.status = status
    self.countries = countries
    self.requests = requests
    self.endpoints = endpoints
  }
}

/// A kind of request of a service.
public struct ServiceRequest: WireObject {
  /// The name of the request, which is that of the method, such as `payment_order`.
  public var spec: String
  /// The versions of the request; absent means those of the service.
  public var versions: VersionRange?
  /// The file of its template, in the service's folder.
  public var file: String
  /// The folder of the apps' documents of this kind, in the service's folder.
  public var folder: String

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(spec: String, versions: VersionRange? = nil, file: String, folder: String) {
    self.spec = spec
    self.versions = versions
    self.file = file
    self.folder = folder
  }
}

/// Another way into a service.
public struct ServiceEndpoint: WireObject {
  /// The name of the endpoint, such as `connect_app`.
  public var spec: String
  /// Its versions; absent means those of the service.
  public var versions: VersionRange?
  /// The file that describes it, in the service's folder.
  public var file: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(spec: String, versions: VersionRange? = nil, file: String? = nil) {
    self.spec = spec
    self.versions = versions
    self.file = file
  }
}
