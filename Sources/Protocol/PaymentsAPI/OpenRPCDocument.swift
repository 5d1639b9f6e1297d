public import JSON
import JSONRPC

/// The OpenRPC 1.3 document of the specification, generated from the methods and their schemas.
///
/// `protocol/openrpc.json` contains this document, and `rpc.discover` returns it.
public enum OpenRPCDocument {
  /// Makes the document.
  public static func make(from schemas: PaymentsSchemas) -> JSONValue {
    make(
      title: "Payport payments", version: PaymentsMethods.specificationVersion,
      description: "Payments between an app and a wallet on the same machine, inside an encrypted session.",
      methods: PaymentsMethods.all,
      notifications: [PaymentsNotification.event, PaymentsNotification.sessionChanged], schemas.service)
  }

  /// Makes the document of another service.
  ///
  /// - Parameters:
  ///   - title: the name of the service, for people.
  ///   - version: the version of its specification.
  ///   - description: a description of the service in one sentence.
  ///   - methods: the methods in their order; those without schemas are left out.
  ///   - notifications: the names of the provider's notifications.
  public static func make(
    title: String, version: Int, description: String, methods: [any ServiceMethod.Type], notifications: [String],
    _ schemas: SchemaSet
  ) -> JSONValue {
    make(
      title: title, version: version, description: description,
      methods: methods.compactMap { method(of: $0, schemas) },
      components: schemas.definitions.members.map { .init(name: $0.name, value: JSONSchema.convert($0.value)) },
      notifications: notifications.compactMap { notification($0, schemas) })
  }

  /// Puts a document together.
  ///
  /// - Parameters:
  ///   - methods: what ``method(_:errors:_:)`` makes of each.
  ///   - components: the JSON Schemas of the definitions.
  ///   - notifications: name and params of each notification of the provider.
  package static func make(
    title: String, version: Int, description: String, methods: [JSONValue], components: [JSONObject.Member],
    notifications: [JSONValue]
  ) -> JSONValue {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(title), "version": .string("\(version).0.0"), "description": .string(description),
      ],
      "methods": .array(methods),
      "components": ["schemas": .object(JSONObject(components))],
      // OpenRPC 1.3 does not define notifications of the server, so they are listed in an extension.
      "x-notifications": .array(notifications),
    ]
  }

  private static func method(of type: any ServiceMethod.Type, _ schemas: SchemaSet) -> JSONValue? {
    guard let schema = schemas.methods[type.name] else { return nil }
    let scope = (type as? any PaymentsMethod.Type)?.scope
    let params = ["properties", "optionalProperties"].flatMap { schema.paramsSource[$0]?.objectValue?.members ?? [] }
    let own = schema.failures.compactMap(FailureReason.init(rawValue:))
    let all = type.allFailures(own: own, params: Set(params.map(\.name)), scope: scope)
    let failures = all.map { failure -> JSONValue in
      [
        "code": .integer(failure.code.rawValue), "message": .string(failure.message),
        "data": ["reason": .string(failure.rawValue)],
      ]
    }
    guard case .object(var method)? = method(type.name, errors: failures, schemas) else {
      return nil
    }
    if let scope { method["x-scope"] = .string(scope.rawValue) }
    return .object(method)
  }

  /// The part of a document about one method; `nil` if it has no schemas.
  package static func method(_ name: String, errors: [JSONValue], _ schemas: SchemaSet) -> JSONValue? {
    guard let schema = schemas.methods[name] else { return nil }
    var params = schema.paramsSource
    if let reference = params["ref"]?.stringValue { params = schemas.definitions[reference] ?? params }
    let required = params["properties"]?.objectValue?.members ?? []
    let optional = params["optionalProperties"]?.objectValue?.members ?? []
    return [
      "name": .string(name), "summary": .string(schema.summary), "paramStructure": "by-name",
      "params": .array(
        required.map { parameter($0, required: true) } + optional.map { parameter($0, required: false) }),
      "result": ["name": "result", "schema": JSONSchema.convert(schema.resultSource)], "errors": .array(errors),
    ]
  }

  private static func notification(_ name: String, _ schemas: SchemaSet) -> JSONValue? {
    schemas.notifications[name].map { ["name": .string(name), "params": JSONSchema.convert($0)] }
  }

  private static func parameter(_ member: JSONObject.Member, required: Bool) -> JSONValue {
    ["name": .string(member.name), "required": .bool(required), "schema": JSONSchema.convert(member.value)]
  }
}

/// Converts JSON Type Definition schemas to JSON Schema (draft 7), which OpenRPC requires.
package enum JSONSchema {
  /// The JSON Schema of a JSON Type Definition schema; references lead to `#/components/schemas`.
  package static func convert(_ schema: JSONValue) -> JSONValue {
    var members: [JSONObject.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    // The metadata of a schema contains keywords of JSON Schema for rules that JSON Type Definition cannot express.
    members += schema["metadata"]?.objectValue?.members ?? []
    if let reference = schema["ref"]?.stringValue {
      // Draft 7 ignores members next to $ref, so a reference with a description needs a wrapper.
      add("allOf", [["$ref": .string("#/components/schemas/\(reference)")]])
    } else if let type = schema["type"]?.stringValue {
      // A bound in the metadata replaces that of the type, because it is narrower.
      members += scalar(type).filter { bound in !members.contains { $0.name == bound.name } }
    } else if let values = schema["enum"] {
      add("type", "string")
      add("enum", values)
    } else if let elements = schema["elements"] {
      add("type", "array")
      add("items", convert(elements))
    } else if let values = schema["values"] {
      add("type", "object")
      add("additionalProperties", convert(values))
    } else if let tag = schema["discriminator"]?.stringValue {
      add("type", "object")
      add("required", [.string(tag)])
      add("oneOf", .array((schema["mapping"]?.objectValue?.members ?? []).map { choice(tag, $0) }))
    } else if schema["properties"] != nil || schema["optionalProperties"] != nil {
      let required = schema["properties"]?.objectValue?.members ?? []
      let optional = schema["optionalProperties"]?.objectValue?.members ?? []
      add("type", "object")
      add(
        "properties", .object(JSONObject((required + optional).map { .init(name: $0.name, value: convert($0.value)) })))
      if !required.isEmpty { add("required", .array(required.map { .string($0.name) })) }
      add("additionalProperties", schema["additionalProperties"] ?? false)
    }
    return .object(JSONObject(members))
  }

  /// One of the objects that a tag tells apart.
  private static func choice(_ tag: String, _ member: JSONObject.Member) -> JSONValue {
    guard case .object(var object) = convert(member.value) else { return .null }
    let properties = object["properties"]?.objectValue?.members ?? []
    object["properties"] = .object(JSONObject([.init(name: tag, value: ["const": .string(member.name)])] + properties))
    object["required"] = .array([.string(tag)] + (object["required"]?.arrayValue ?? []))
    return .object(object)
  }

  private static func scalar(_ type: String) -> [JSONObject.Member] {
    switch type {
    case "boolean": [.init(name: "type", value: "boolean")]
    case "string": [.init(name: "type", value: "string")]
    case "timestamp": [.init(name: "type", value: "string"), .init(name: "format", value: "date-time")]
    case "float32", "float64": [.init(name: "type", value: "number")]
    case "int8": integer(-128, 127)
    case "uint8": integer(0, 255)
    case "int16": integer(-32_768, 32_767)
    case "uint16": integer(0, 65_535)
    case "int32": integer(-2_147_483_648, 2_147_483_647)
    case "uint32": integer(0, 4_294_967_295)
    default: []
    }
  }

  private static func integer(_ minimum: Int, _ maximum: Int) -> [JSONObject.Member] {
    [
      .init(name: "type", value: "integer"), .init(name: "minimum", value: .integer(minimum)),
      .init(name: "maximum", value: .integer(maximum)),
    ]
  }
}
