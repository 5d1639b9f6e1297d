package import JSON
package import PaymentsAPI
package import TypeDefinition

/// A consumer ignores members that it does not know, so that a provider may add some. What a program of this version
/// writes has none that the specification does not name, though: tests close the schemas again.
extension SchemaSet {
  /// The schema of a method's result, without room for unknown members.
  ///
  /// - Throws: where there is no such method.
  package func exactResult(of method: String) throws -> Schema {
    guard let source = methods[method]?.resultSource else { throw UnknownSchema(name: method) }
    return try exact(source)
  }

  /// A schema that may use the shared definitions, without room for unknown members.
  package func exact(_ source: JSONValue) throws -> Schema {
    guard let object = Self.closed(source).objectValue else { throw UnknownSchema(name: "") }
    let closed = definitions.members.map { member in
      // The fields of a template are members that no schema can name.
      member.name == "request_template"
        ? member : JSONObject.Member(name: member.name, value: Self.closed(member.value))
    }
    return try Schema(
      json: .object(JSONObject(object.members + [.init(name: "definitions", value: .object(JSONObject(closed)))])))
  }

  private static func closed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      let names = Set(object.members.map(\.name))
      // One without any member is any object at all.
      let isAnything =
        object["properties"]?.objectValue?.members.isEmpty == true && !names.contains("optionalProperties")
      let members = object.members.filter { isAnything || $0.name != "additionalProperties" }
      return .object(JSONObject(members.map { .init(name: $0.name, value: closed($0.value)) }))
    case .array(let elements): return .array(elements.map(closed))
    default: return value
    }
  }
}

/// There is no such schema.
private struct UnknownSchema: Error {
  let name: String
}
