/// Returns the definition of a service, as in its folder of the catalogue.
public enum GetServiceDefinition: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_service_definition"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Tells which requests a service takes and how each is filled in."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.serviceNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The name of the service, such as `payments`.
    public var service: String

    /// Makes a value from all members; optional members default to nil.
    public init(service: String) {
      self.service = service
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The definition of the service.
    public var definition: ServiceDefinition
    /// The template of each request, by its name.
    public var templates: [String: RequestTemplate]

    /// Makes a value from all members; optional members default to nil.
    public init(definition: ServiceDefinition, templates: [String: RequestTemplate]) {
      self.definition = definition
      self.templates = templates
    }
  }
}
