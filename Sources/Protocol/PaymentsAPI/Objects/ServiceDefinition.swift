/// The definition of a service, as written in its `definition.yml`.
public struct ServiceDefinition: WireObject {
  /// The name of its specification. If present, it is the same as in ``ServiceInfo``.
  public var spec: String?
  /// The versions of that specification. If present, they are the same as in ``ServiceInfo``.
  public var versions: VersionRange?
  /// Whether the service can be used. If present, it is the same as in ``ServiceInfo``.
  public var status: ServiceStatus?
  /// The countries where it is offered. If present, they are the same as in ``ServiceInfo``.
  public var countries: [String]?
  /// The requests that can be made.
  public var requests: [ServiceRequest]
  /// Other ways to access the service. This provider has only its WebSocket listener.
  public var endpoints: [ServiceEndpoint]?

  /// Makes a value from all members; optional members default to nil.
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
  /// The name of the request, which is the name of the method, such as `payment_order`.
  public var spec: String
  /// The versions of the request; absent if they are those of the service.
  public var versions: VersionRange?
  /// The name of the file of its template, in the service's folder.
  public var file: String
  /// The name of the folder for documents of this kind, in the service's folder.
  public var folder: String

  /// Makes a value from all members; optional members default to nil.
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
  /// The versions of the endpoint; absent if they are those of the service.
  public var versions: VersionRange?
  /// The name of the file that describes it, in the service's folder.
  public var file: String?

  /// Makes a value from all members; optional members default to nil.
  public init(spec: String, versions: VersionRange? = nil, file: String? = nil) {
    self.spec = spec
    self.versions = versions
    self.file = file
  }
}
