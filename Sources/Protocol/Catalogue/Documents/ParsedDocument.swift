public import JSON
public import PaymentsAPI
public import PaymentsModel
import StrictYAML
public import TypeDefinition

/// A request written as a document: the call of a method with its params as fields, and `spec` and `version` before
/// them.
public struct ParsedDocument: Sendable {
  /// The name of the request, which is that of the method: one of ``PaymentsService/requests``.
  public let spec: String
  /// The version of the request.
  public let version: Int
  /// The params of the method, which fit its schema but for a `request_id` that is absent. Amounts and other texts that
  /// were written as numbers are texts with the digits that were typed.
  public let params: JSONObject
  private let document: ValidatedYAML

  /// The `request_id`, where the document has one.
  public var requestID: PaymentRequestID? { params["request_id"]?.stringValue.flatMap { PaymentRequestID($0) } }

  init(_ document: ValidatedYAML) throws(DocumentFailure) {
    self.document = document
    var fields = document.value.objectValue ?? JSONObject()
    spec = fields["spec"]?.stringValue ?? ""
    version = fields["version"]?.integerValue() ?? 0
    fields["spec"] = nil
    fields["version"] = nil
    params = fields
    guard PaymentsService.requestVersions.contains(version) else {
      throw document.failure(at: JSONPointer(["version"]), rule: "one of \(PaymentsService.requestVersions)")
    }
    guard fields["request_id"] == nil || requestID != nil else {
      throw document.failure(at: JSONPointer(["request_id"]), rule: "a UUID")
    }
  }

  /// A failure of the params, such as the method itself finds, with its place in the document.
  ///
  /// - Parameter pointer: into the params, which are the document but for two members.
  public func failure(at pointer: JSONPointer, rule: String) -> DocumentFailure {
    document.failure(at: pointer, rule: rule)
  }
}

/// Reads documents by the schemas of the methods.
public struct RequestDocumentReader: Sendable {
  private let schemas: [String: Schema]

  /// A reader.
  ///
  /// - Throws: `SchemaError` where the schema of a method is not as it should be, which a test rules out for every
  ///   build.
  public init(schemas: PaymentsSchemas) throws(SchemaError) {
    var made: [String: Schema] = [:]
    for name in PaymentsService.requests {
      guard let source = schemas.methods[name]?.paramsSource else { continue }
      made[name] = try Schema(json: Self.schema(source, schemas.definitions))
    }
    self.schemas = made
  }

  /// Reads a document.
  ///
  /// - Throws: ``DocumentFailure``.
  public func read(_ bytes: [UInt8]) throws(DocumentFailure) -> ParsedDocument {
    let document: YAMLDocument
    do {
      document = try YAMLDocument(parsing: bytes)
    } catch {
      throw DocumentFailure(error)
    }
    guard let schema = schemas[document.value["spec"]?.stringValue ?? ""] else {
      let pointer = JSONPointer(["spec"])
      throw DocumentFailure(
        position: document.nearestPosition(of: pointer), pointer: pointer,
        rule: "one of " + schemas.keys.sorted().joined(separator: ", "))
    }
    return try ParsedDocument(ValidatedYAML(document, schema: schema))
  }

  /// The schema of the params, with `spec` and `version` beside them, and where the `request_id` may be left out.
  private static func schema(_ params: JSONValue, _ definitions: JSONObject) -> JSONValue {
    var required = params["properties"]?.objectValue ?? JSONObject()
    var optional = params["optionalProperties"]?.objectValue ?? JSONObject()
    if let id = required["request_id"] {
      required["request_id"] = nil
      optional["request_id"] = id
    }
    required["spec"] = ["type": "string"]
    required["version"] = ["type": "uint16"]
    return [
      "properties": .object(required), "optionalProperties": .object(optional), "definitions": .object(definitions),
    ]
  }
}
