public import Catalogue
public import Files
public import PaymentsAPI

/// Why a catalogue cannot be used.
public enum CatalogueError: Error, Sendable, Hashable {
  /// A file or folder cannot be read, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The content of a file is not what it should be.
  case document(name: String, DocumentFailure)
  /// The catalogue does not contain the service.
  case unknownService(String)
}

/// Reads a provider's catalogue from its files, for apps that know its folder. It needs no connection.
///
/// The folder and everything in it must belong to this user. A catalogue that somebody else could change is refused.
public struct CatalogueFiles: Sendable {
  private let root: PrivateFolder
  private let reader: CatalogueReader

  private static let schemas = Result { try PaymentsSchemas() }
  private static let limit = 65_536

  /// Opens the folder that contains `services.yml`.
  ///
  /// - Throws: ``CatalogueError/file(name:_:)``; `PaymentsSchemasError`, which a test rules out for every build.
  public init(opening path: String) throws {
    reader = CatalogueReader(schemas: try Self.schemas.get())
    root = try Self.open(path)
  }

  /// Returns the list of services.
  public func list() throws(CatalogueError) -> ListServices.Result {
    let name = Catalogue.listFile
    let bytes = try Self.read(name, in: root)
    return try Self.document(name) { () throws(DocumentFailure) in try reader.list(bytes) }
  }

  /// Returns the definition of a service with the templates of its requests.
  public func service(_ spec: String) throws(CatalogueError) -> GetServiceDefinition.Result {
    guard let service = try list().services.first(where: { $0.spec == spec }) else { throw .unknownService(spec) }
    return try content(of: service)
  }

  /// Returns the whole catalogue.
  public func catalogue() throws(CatalogueError) -> Catalogue {
    let list = try list()
    var services: [String: GetServiceDefinition.Result] = [:]
    for service in list.services { services[service.spec] = try content(of: service) }
    return Catalogue(list: list, services: services)
  }

  private func content(of service: ServiceInfo) throws(CatalogueError) -> GetServiceDefinition.Result {
    let folder = try Self.open(root.path + "/" + service.folder)
    let bytes = try Self.read(Catalogue.definitionFile, in: folder)
    let definition = try Self.document(service.folder + "/" + Catalogue.definitionFile) {
      () throws(DocumentFailure) in try reader.definition(bytes, of: service)
    }
    var templates: [String: RequestTemplate] = [:]
    for request in definition.requests {
      let bytes = try Self.read(request.file, in: folder)
      templates[request.spec] = try Self.document(service.folder + "/" + request.file) {
        () throws(DocumentFailure) in try reader.template(bytes, of: request)
      }
    }
    return GetServiceDefinition.Result(definition: definition, templates: templates)
  }

  private static func open(_ path: String) throws(CatalogueError) -> PrivateFolder {
    do {
      return try PrivateFolder(opening: path)
    } catch {
      throw .file(name: path, error)
    }
  }

  private static func read(_ name: String, in folder: PrivateFolder) throws(CatalogueError) -> [UInt8] {
    do {
      return try folder.read(name, limit: limit)
    } catch {
      throw .file(name: folder.path + "/" + name, error)
    }
  }

  private static func document<Value>(
    _ name: String, _ read: () throws(DocumentFailure) -> Value
  ) throws(CatalogueError) -> Value {
    do {
      return try read()
    } catch {
      throw .document(name: name, error)
    }
  }
}
