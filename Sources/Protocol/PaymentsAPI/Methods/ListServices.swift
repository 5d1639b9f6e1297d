/// Lists the services, as in `services.yml`.
public enum ListServices: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_services"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Lists the services that the provider offers."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Makes empty parameters.
    public init() {}
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The name of the specification of the list itself, which is `Services`.
    public var spec: String
    /// The versions of that specification.
    public var versions: VersionRange
    /// The services.
    public var services: [ServiceInfo]

    /// Makes a value from all members; the specification of the list has defaults.
    public init(spec: String = "Services", versions: VersionRange = VersionRange(1), services: [ServiceInfo]) {
      self.spec = spec
      self.versions = versions
      self.services = services
    }
  }
}
