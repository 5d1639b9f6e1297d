public import JSON
public import TypeDefinition

/// The schemas of one service: of its methods, and the definitions that belong to every one of them.
public struct SchemaSet: Sendable {
  /// The schemas by method name.
  public let methods: [String: PaymentsSchemas.MethodSchemas]
  /// The shared definitions as they stand in their file.
  public let definitions: JSONObject
  /// The params of each notification as they stand in its file, by its name.
  public let notifications: [String: JSONValue]

  /// Parses the files of a service.
  ///
  /// - Parameters:
  ///   - definitions: a JSON object of schemas.
  ///   - methods: by the name of the method, a JSON object with `params` and `result`.
  ///   - notifications: by the name of the notification, a JSON object with `params`.
  /// - Throws: ``PaymentsSchemasError``, and what parsing throws, where a file is none of the form.
  public init(definitions: [UInt8], methods: [String: [UInt8]], notifications: [String: [UInt8]]) throws {
    guard let definitions = try JSONValue(parsing: definitions).objectValue else {
      throw PaymentsSchemasError(file: "definitions")
    }
    var read: [String: PaymentsSchemas.MethodSchemas] = [:]
    for (name, bytes) in methods {
      let file = try JSONValue(parsing: bytes)
      guard let params = file["params"], let result = file["result"] else { throw PaymentsSchemasError(file: name) }
      read[name] = PaymentsSchemas.MethodSchemas(
        params: try Self.schema(params, definitions, name), result: try Self.schema(result, definitions, name),
        paramsSource: params, resultSource: result)
    }
    self.methods = read
    self.notifications = try notifications.mapValues { try JSONValue(parsing: $0)["params"] ?? .null }
    self.definitions = definitions
  }

  /// A schema that may use the shared definitions.
  ///
  /// - Throws: ``PaymentsSchemasError``, and what the schema's own check throws.
  public func schema(_ source: JSONValue?, file: String) throws -> Schema {
    try Self.schema(source, definitions, file)
  }

  private static func schema(_ source: JSONValue?, _ definitions: JSONObject, _ file: String) throws -> Schema {
    guard let object = source?.objectValue else { throw PaymentsSchemasError(file: file) }
    let members = object.members + [JSONObject.Member(name: "definitions", value: .object(definitions))]
    return try Schema(json: .object(JSONObject(members)))
  }
}
