public import PaymentsAPI

/// What a provider publishes: the list of its services, and of each what it consists of.
///
/// As files it is a folder with `services.yml` and a folder for each service, with `definition.yml`, a template for
/// each request, and folders for the documents of apps. ``CatalogueReader`` and ``CatalogueWriter`` read and write
/// them; the methods `list_services` and `get_service_definition` answer the same.
public struct Catalogue: Sendable, Hashable {
  /// The name of the folder.
  public static let folder = ".services"
  /// The file of the list.
  public static let listFile = "services.yml"
  /// The file of what a service consists of.
  public static let definitionFile = "definition.yml"
  /// The versions of the list's own specification that are read here.
  public static let listVersions = VersionRange(1)

  /// The list of services, as `services.yml`.
  public var list: ListServices.Result
  /// What the services consist of, by the names of their specifications.
  public var services: [String: GetServiceDefinition.Result]

  /// Makes a catalogue.
  public init(list: ListServices.Result, services: [String: GetServiceDefinition.Result]) {
    self.list = list
    self.services = services
  }
}
