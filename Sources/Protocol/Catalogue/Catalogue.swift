public import PaymentsAPI

/// The content that a provider publishes: the list of its services, and the definition of each service.
///
/// Its files are in one folder: `services.yml` and a folder for each service. The latter contains `definition.yml`, a
/// template for each request, and folders for the documents of apps. ``CatalogueReader`` and ``CatalogueWriter`` read
/// and write the files. The methods `list_services` and `get_service_definition` return the same content.
public struct Catalogue: Sendable, Hashable {
  /// The name of the folder of the catalogue.
  public static let folder = ".services"
  /// The name of the file with the list of services.
  public static let listFile = "services.yml"
  /// The name of the file with the definition of a service.
  public static let definitionFile = "definition.yml"
  /// The supported versions of the specification of the list itself.
  public static let listVersions = VersionRange(1)

  /// The list of services, which is the content of `services.yml`.
  public var list: ListServices.Result
  /// The definitions of the services, by the names of their specifications.
  public var services: [String: GetServiceDefinition.Result]

  /// Makes a catalogue.
  public init(list: ListServices.Result, services: [String: GetServiceDefinition.Result]) {
    self.list = list
    self.services = services
  }
}
