import JSON
public import PaymentsAPI
import StrictYAML
import TypeDefinition

/// Reads the files of a catalogue strictly, but ignores unknown members, because a later version may have added them.
public struct CatalogueReader: Sendable {
  private let schemas: PaymentsSchemas

  /// Makes a reader.
  public init(schemas: PaymentsSchemas) {
    self.schemas = schemas
  }

  /// Reads `services.yml`.
  ///
  /// - Throws: ``DocumentFailure``.
  public func list(_ bytes: [UInt8]) throws(DocumentFailure) -> ListServices.Result {
    let document = try read(bytes, schemas.serviceList)
    let list: ListServices.Result = try document.decode()
    guard list.spec == "Services" else { throw document.failure(at: ["spec"], rule: "Services") }
    guard list.versions.highest(sharedWith: Catalogue.listVersions) != nil else {
      throw document.failure(at: ["versions"], rule: "one of \(Catalogue.listVersions)")
    }
    var names: Set<String> = []
    for (index, service) in list.services.enumerated() {
      let path = ["services", String(index)]
      guard names.insert(service.spec).inserted else { throw document.failure(at: path + ["spec"], rule: "once") }
      try check(name: service.folder, document, at: path + ["folder"])
      try check(countries: service.countries, document, at: path + ["countries"])
    }
    return list
  }

  /// Reads the `definition.yml` of a service.
  ///
  /// - Throws: ``DocumentFailure``, also if the file contradicts the list.
  public func definition(_ bytes: [UInt8], of service: ServiceInfo) throws(DocumentFailure) -> ServiceDefinition {
    let document = try read(bytes, schemas.serviceDefinition)
    let definition: ServiceDefinition = try document.decode()
    try check(countries: definition.countries, document, at: ["countries"])
    for (member, isSame) in [
      ("spec", definition.spec.map { $0 == service.spec }),
      ("versions", definition.versions.map { $0 == service.versions }),
      ("status", definition.status.map { $0 == service.status ?? .enabled }),
      ("countries", definition.countries.map { $0 == service.countries ?? [] }),
    ] where isSame == false {
      throw document.failure(at: [member], rule: "as in \(Catalogue.listFile)")
    }
    var names: Set<String> = []
    for (index, request) in definition.requests.enumerated() {
      let path = ["requests", String(index)]
      guard names.insert(request.spec).inserted else { throw document.failure(at: path + ["spec"], rule: "once") }
      try check(name: request.file, document, at: path + ["file"])
      try check(name: request.folder, document, at: path + ["folder"])
    }
    for (index, endpoint) in (definition.endpoints ?? []).enumerated() {
      guard let file = endpoint.file else { continue }
      try check(name: file, document, at: ["endpoints", String(index), "file"])
    }
    return definition
  }

  /// Reads the template of a request.
  ///
  /// - Throws: ``DocumentFailure``, also if it is the template of another request.
  public func template(_ bytes: [UInt8], of request: ServiceRequest) throws(DocumentFailure) -> RequestTemplate {
    let document = try read(bytes, schemas.requestTemplate)
    let template: RequestTemplate
    do {
      template = try RequestTemplate(json: document.value)
    } catch {
      throw document.failure(at: error.pointer, rule: error.rule)
    }
    guard template.spec == request.spec else { throw document.failure(at: ["spec"], rule: request.spec) }
    return template
  }

  private func read(_ bytes: [UInt8], _ schema: Schema) throws(DocumentFailure) -> ValidatedYAML {
    try ValidatedYAML(
      parsing: bytes, schema: schema, options: YAMLOptions(bareTags: true), unknownMembers: .ignore)
  }

  /// Checks a name that is used as a path. It must not refer to another folder.
  private func check(name: String, _ document: ValidatedYAML, at path: [String]) throws(DocumentFailure) {
    let isPlain = name.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || [0x2D, 0x2E, 0x5F].contains(byte)
    }
    guard isPlain, (1...100).contains(name.utf8.count), name.utf8.first != UInt8(ascii: ".") else {
      throw document.failure(at: path, rule: "a name of letters, digits, '-', '_' and '.', no path")
    }
  }

  private func check(
    countries: [String]?, _ document: ValidatedYAML, at path: [String]
  ) throws(DocumentFailure) {
    do {
      _ = try CountryRule(countries ?? [])
    } catch {
      throw document.failure(
        at: path + [String(error.index)], rule: "an ISO 3166-1 alpha-3 code, perhaps with ! before it")
    }
  }
}

extension ValidatedYAML {
  fileprivate func failure(at path: [String], rule: String) -> DocumentFailure {
    failure(at: JSONPointer(path), rule: rule)
  }
}
