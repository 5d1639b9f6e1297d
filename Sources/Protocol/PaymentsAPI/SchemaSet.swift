public import JSON
public import TypeDefinition

/// The schemas of one service: those of its methods, and the definitions that all of them can use.
public struct SchemaSet: Sendable {
  /// The schemas by method name.
  public let methods: [String: PaymentsSchemas.MethodSchemas]
  /// The shared definitions as written in their file.
  public let definitions: JSONObject
  /// The schema of each notification's params as written in its file, by the name of the notification.
  public let notifications: [String: JSONValue]

  /// Parses the files of a service.
  ///
  /// - Parameters:
  ///   - definitions: a JSON object of schemas.
  ///   - methods: a JSON object with `metadata`, `params` and `result` for each method, by its name.
  ///   - notifications: a JSON object with `params` for each notification, by its name.
  /// - Throws: ``PaymentsSchemasError`` or an error of the parser, if a file is invalid.
  public init(definitions: [UInt8], methods: [String: [UInt8]], notifications: [String: [UInt8]]) throws {
    guard let definitions = try JSONValue(parsing: definitions).objectValue else {
      throw PaymentsSchemasError(file: "definitions")
    }
    try self.init(definitions, methods: methods, notifications: notifications)
  }

  /// Parses the files of a service that has definitions of another one, too.
  ///
  /// - Throws: ``PaymentsSchemasError`` or an error of the parser, if a file is invalid.
  package init(_ definitions: JSONObject, methods: [String: [UInt8]], notifications: [String: [UInt8]]) throws {
    var read: [String: PaymentsSchemas.MethodSchemas] = [:]
    for (name, bytes) in methods {
      let file = try JSONValue(parsing: bytes)
      guard let params = file["params"], let result = file["result"] else { throw PaymentsSchemasError(file: name) }
      let facts = file["metadata"]
      read[name] = PaymentsSchemas.MethodSchemas(
        summary: facts?["description"]?.stringValue ?? "",
        failures: facts?["failures"]?.arrayValue?.compactMap(\.stringValue) ?? [],
        params: try Self.schema(params, definitions: definitions, file: name),
        result: try Self.schema(result, definitions: definitions, file: name),
        paramsSource: params, resultSource: result)
    }
    self.methods = read
    self.notifications = try notifications.mapValues { try JSONValue(parsing: $0)["params"] ?? .null }
    self.definitions = definitions
  }

  /// Compiles a schema that may use the shared definitions.
  ///
  /// - Throws: ``PaymentsSchemasError`` or an error of the schema compiler.
  public func schema(_ source: JSONValue?, file: String) throws -> Schema {
    try Self.schema(source, definitions: definitions, file: file)
  }

  private static func schema(_ source: JSONValue?, definitions: JSONObject, file: String) throws -> Schema {
    guard let object = source?.objectValue else { throw PaymentsSchemasError(file: file) }
    let members = object.members + [JSONObject.Member(name: "definitions", value: .object(definitions))]
    return try Schema(json: .object(JSONObject(members)))
  }
}
