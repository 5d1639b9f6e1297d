public import JSON
public import PaymentsAPI
public import PaymentsModel
import StrictYAML
public import TypeDefinition

/// A request written as a document: a method call whose params are fields, preceded by `spec` and `version`.
public struct ParsedDocument: Sendable {
  /// The name of the request, which is the name of the method: one of ``PaymentsService/requests``.
  public let spec: String
  /// The version of the request.
  public let version: Int
  /// The params of the method. They are valid by its schema, except that `request_id` may be absent. Amounts and other
  /// texts that were written as numbers are texts of the original digits.
  public let params: JSONObject
  private let document: ValidatedYAML

  /// The `request_id`, if the document has one.
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

  /// Makes the failure for a part of the params, for example when the method refuses it, with its position in the
  /// document.
  ///
  /// - Parameter pointer: the pointer into the params, which are the document without `spec` and `version`.
  public func failure(at pointer: JSONPointer, rule: String) -> DocumentFailure {
    document.failure(at: pointer, rule: rule)
  }
}

/// Parses documents and validates them by the schemas of the methods.
public struct RequestDocumentReader: Sendable {
  private let schemas: [String: Schema]

  /// Makes a reader.
  ///
  /// - Throws: `SchemaError` if the schema of a method is invalid, which a test excludes for every build.
  public init(schemas: PaymentsSchemas) throws(SchemaError) {
    var made: [String: Schema] = [:]
    for name in PaymentsService.requests {
      guard let source = schemas.methods[name]?.paramsSource else { continue }
      made[name] = try Schema(json: Self.schema(source, schemas.definitions))
    }
    self.schemas = made
  }

  /// Parses a document.
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

  /// Extends the schema of the params by `spec` and `version`, and makes `request_id` optional.
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
