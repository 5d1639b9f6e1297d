import JSON
import PaymentsAPI
import StrictYAML

/// One file of a catalogue.
public struct CatalogueFile: Sendable, Hashable {
  /// The folder of the file, relative to the catalogue's folder; empty for the catalogue's own folder.
  public let folder: String
  /// The name of the file.
  public let name: String
  /// The content of the file.
  public let bytes: [UInt8]
}

/// Writes the files of a catalogue, for programs and for people.
public struct CatalogueWriter: Sendable {
  /// Comments on the fields of templates, by the name of the request and then by the name of the field.
  public var remarks: [String: [String: String]]

  private static let heading = ["Written by the provider, and written anew when it changes."]

  /// Makes a writer.
  public init(remarks: [String: [String: String]] = [:]) {
    self.remarks = remarks
  }

  /// The files in the order in which they have to be written: a file follows the files that it refers to.
  public func files(of catalogue: Catalogue) -> [CatalogueFile] {
    var files: [CatalogueFile] = []
    for service in catalogue.list.services {
      guard let content = catalogue.services[service.spec] else { continue }
      for request in content.definition.requests {
        guard let template = content.templates[request.spec] else { continue }
        files.append(CatalogueFile(folder: service.folder, name: request.file, bytes: bytes(of: template)))
      }
      files.append(
        CatalogueFile(
          folder: service.folder, name: Catalogue.definitionFile, bytes: bytes(json(content.definition), [:])))
    }
    files.append(CatalogueFile(folder: "", name: Catalogue.listFile, bytes: bytes(json(catalogue.list), [:])))
    return files
  }

  /// The folders in the order in which they have to be made: a folder follows its parent.
  public func folders(of catalogue: Catalogue) -> [String] {
    catalogue.list.services.flatMap { service in
      [service.folder]
        + (catalogue.services[service.spec]?.definition.requests ?? []).map { request in
          service.folder + "/" + request.folder
        }
    }
  }

  private func bytes(of template: RequestTemplate) -> [UInt8] {
    let fields = remarks[template.spec] ?? [:]
    let pairs = fields.map { (JSONPointer([$0.key]), $0.value) }
    return bytes(template.json, Dictionary(pairs) { first, _ in first })
  }

  private func bytes(_ value: JSONValue, _ remarks: [JSONPointer: String]) -> [UInt8] {
    YAMLWriter(heading: Self.heading, remarks: remarks).encode(Self.plainVersions(value))
  }

  /// Replaces a range of one version by a number, as a person would write it.
  private static func plainVersions(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(plainVersions))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            if ["version", "versions"].contains(member.name), let text = member.value.stringValue,
              let number = JSONNumber(text)
            {
              return JSONObject.Member(name: member.name, value: .number(number))
            }
            return JSONObject.Member(name: member.name, value: plainVersions(member.value))
          }))
    default: value
    }
  }

  private func json(_ list: ListServices.Result) -> JSONValue {
    [
      "spec": .string(list.spec), "versions": .string(list.versions.description),
      "services": .array(
        list.services.map { service in
          var object: JSONObject = ["spec": .string(service.spec), "versions": .string(service.versions.description)]
          object["folder"] = .string(service.folder)
          append(service.status, service.countries, to: &object)
          return .object(object)
        }),
    ]
  }

  private func json(_ definition: ServiceDefinition) -> JSONValue {
    var object = JSONObject()
    object["spec"] = definition.spec.map(JSONValue.string)
    object["versions"] = definition.versions.map { .string($0.description) }
    append(definition.status, definition.countries, to: &object)
    object["requests"] = .array(
      definition.requests.map { request in
        var object: JSONObject = ["spec": .string(request.spec)]
        object["versions"] = request.versions.map { .string($0.description) }
        object["file"] = .string(request.file)
        object["folder"] = .string(request.folder)
        return .object(object)
      })
    object["endpoints"] = definition.endpoints.map { endpoints in
      .array(
        endpoints.map { endpoint in
          var object: JSONObject = ["spec": .string(endpoint.spec)]
          object["versions"] = endpoint.versions.map { .string($0.description) }
          object["file"] = endpoint.file.map(JSONValue.string)
          return .object(object)
        })
    }
    return .object(object)
  }

  private func append(_ status: ServiceStatus?, _ countries: [String]?, to object: inout JSONObject) {
    object["status"] = status.map { .string($0.rawValue) }
    object["countries"] = countries.map { .array($0.map(JSONValue.string)) }
  }
}
