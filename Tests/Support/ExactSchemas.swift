package import JSON
package import PaymentsAPI
package import TypeDefinition

/// A consumer ignores unknown members, so that a provider may add some. But a program of this version only writes
/// members that the specification names, so tests use schemas that allow no others.
extension SchemaSet {
  /// Returns the schema of a method's result, in a version that allows no unknown members.
  ///
  /// - Throws: an error if there is no such method.
  package func exactResult(of method: String) throws -> Schema {
    guard let source = methods[method]?.resultSource else { throw UnknownSchema(name: method) }
    return try exact(source)
  }

  /// Returns a schema that may use the shared definitions, in a version that allows no unknown members.
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
      // A schema without members allows every object.
      let isAnything =
        object["properties"]?.objectValue?.members.isEmpty == true && !names.contains("optionalProperties")
      let members = object.members.filter { isAnything || $0.name != "additionalProperties" }
      return .object(JSONObject(members.map { .init(name: $0.name, value: closed($0.value)) }))
    case .array(let elements): return .array(elements.map(closed))
    default: return value
    }
  }
}

/// The schema does not exist.
private struct UnknownSchema: Error {
  let name: String
}
