import Catalogue
import Files
import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI

/// The catalogue of a chat. It holds one service, which apps use through its methods only, not through documents.
struct MessagingCatalogue: Sendable {
  let catalogue: Catalogue
  let openRPC: RawJSON

  init(_ schemas: MessagingSchemas) throws {
    let versions = VersionRange(MessagingMethods.specificationVersion)
    let definition = ServiceDefinition(
      requests: [], spec: MessagingMethods.service, versions: versions, status: .enabled,
      endpoints: MessagingMethods.all.map { ServiceEndpoint(spec: $0.name) })
    catalogue = Catalogue(
      list: ListServices.Result(services: [
        ServiceInfo(
          spec: MessagingMethods.service, versions: versions, folder: MessagingMethods.service, status: .enabled)
      ]),
      services: [MessagingMethods.service: GetServiceDefinition.Result(definition: definition, templates: [:])])
    openRPC = RawJSON(schemas.openRPC)
  }

  func definition(_ service: String) throws(PaymentsFailure) -> GetServiceDefinition.Result {
    guard let definition = catalogue.services[service] else {
      throw PaymentsFailure(.serviceNotFound, pointer: "/service")
    }
    return definition
  }
}

extension MessageStore {
  /// Writes the catalogue into the folder of services, one file for each part.
  func write(_ catalogue: MessagingCatalogue) throws(KeptFolderError) {
    let writer = CatalogueWriter()
    do throws(PrivateFileError) {
      _ = try PrivateFolder(creating: services)
      for folder in writer.folders(of: catalogue.catalogue) { _ = try PrivateFolder(creating: services + "/" + folder) }
      for file in writer.files(of: catalogue.catalogue) {
        let folder = try PrivateFolder(opening: file.folder.isEmpty ? services : services + "/" + file.folder)
        try folder.write(file.bytes, to: file.name, replacing: true)
      }
    } catch {
      throw .file(name: services, error)
    }
  }
}
