public import JSON
public import TypeDefinition

/// The JSON Type Definition (RFC 8927) schemas of the specification, ready to check messages with.
///
/// A schema file holds `params` and `result` of one method; the definitions of `definitions.json` belong to every one of
/// them. The same files check requests in the provider, answers in tests, and generate the OpenRPC document.
public struct PaymentsSchemas: Sendable {
  /// The schemas of one method.
  public struct MethodSchemas: Sendable {
    /// What is asked.
    public let params: Schema
    /// What is answered.
    public let result: Schema
    /// The params schema as it stands in the file, without the shared definitions.
    public let paramsSource: JSONValue
    /// The result schema as it stands in the file, without the shared definitions.
    public let resultSource: JSONValue
  }

  /// The schemas by method name.
  public let methods: [String: MethodSchemas]
  /// The params of the notification `event`.
  public let event: Schema
  /// `services.yml`, which is the result of `list_services`.
  public let serviceList: Schema
  /// `definition.yml` of a service.
  public let serviceDefinition: Schema
  /// The template of a request.
  public let requestTemplate: Schema
  /// The file of a document's or an answer's signature.
  public let documentSignature: Schema
  /// The answer to a document.
  public let documentAnswer: Schema
  /// The shared definitions as they stand in `definitions.json`.
  public let definitions: JSONObject

  /// Parses the embedded files.
  ///
  /// - Throws: ``PaymentsSchemasError`` where a file is none of the form, which a test rules out for every build.
  public init() throws {
    guard let definitions = try JSONValue(parsing: SchemaFiles.definitions).objectValue else {
      throw PaymentsSchemasError(file: "definitions")
    }
    self.definitions = definitions
    func schema(_ file: String, _ source: JSONValue?) throws -> Schema {
      guard let object = source?.objectValue else { throw PaymentsSchemasError(file: file) }
      let members = object.members + [JSONObject.Member(name: "definitions", value: .object(definitions))]
      return try Schema(json: .object(JSONObject(members)))
    }
    var methods: [String: MethodSchemas] = [:]
    for (name, bytes) in SchemaFiles.methods {
      let file = try JSONValue(parsing: bytes)
      guard let params = file["params"], let result = file["result"] else { throw PaymentsSchemasError(file: name) }
      methods[name] = MethodSchemas(
        params: try schema(name, params), result: try schema(name, result), paramsSource: params, resultSource: result)
    }
    self.methods = methods
    guard let list = methods[ListServices.name]?.result else { throw PaymentsSchemasError(file: ListServices.name) }
    serviceList = list
    serviceDefinition = try schema("definitions", ["ref": "service_definition"])
    requestTemplate = try schema("definitions", ["ref": "request_template"])
    event = try schema("event", try JSONValue(parsing: SchemaFiles.event)["params"])
    let document = try JSONValue(parsing: SchemaFiles.document)
    documentSignature = try schema("document", document["signature"])
    documentAnswer = try schema("document", document["answer"])
  }
}

/// An embedded schema file is not of the form.
public struct PaymentsSchemasError: Error, Sendable {
  /// The name of the file without its extension.
  public let file: String
}
