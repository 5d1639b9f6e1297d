package import JSON
import JSONRPC
package import PaymentsAPI

/// The JSON Type Definition (RFC 8927) schemas of the owner's socket: the files of `protocol/owner`, which use definitions
/// of the payments specification, whose orders, invoices and statements the owner is shown.
package struct OwnerSchemas: Sendable {
  /// The schemas of the methods and all definitions.
  package let service: SchemaSet

  /// Parses the embedded files.
  ///
  /// - Throws: an error if a file is invalid, which a test excludes for every build.
  package init(_ payments: PaymentsSchemas) throws {
    guard let own = try JSONValue(parsing: PackageResources.definitions_json).objectValue else {
      throw PaymentsSchemasError(file: "definitions")
    }
    service = try SchemaSet(
      JSONObject(own.members + payments.definitions.members), methods: OwnerSchemaFiles.methods, notifications: [:])
  }

  /// The OpenRPC 1.3 document of the owner's socket: `protocol/openrpc-owner.json`.
  package var openRPC: JSONValue {
    let methods = service.methods.sorted { $0.key < $1.key }.compactMap { name, schemas in
      OpenRPCDocument.method(name, errors: errors(own: schemas.failures), service)
    }
    let news = JSONSchema.convert(["ref": "owner_news"])
    var components: [String: JSONValue] = [:]
    var open: [JSONValue] = methods + [news, JSONSchema.convert(["ref": "failure_data"])]
    while let next = open.popLast() {
      for name in Self.references(in: next) where components[name] == nil {
        let component = JSONSchema.convert(service.definitions[name] ?? .null)
        components[name] = component
        open.append(component)
      }
    }
    return OpenRPCDocument.make(
      title: "Payport owner", version: OwnerMethods.version,
      description: "What the owner of a wallet asks of the provider beside it, through a socket of the owner's.",
      methods: methods, components: components.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) },
      notifications: [["name": .string(WatchQuestions.name), "params": news]])
  }

  /// The errors of a method as they travel: `data` has the reason, and what is in `failure_data` with it.
  private func errors(own: [String]) -> [JSONValue] {
    (OwnerMethods.commonFailures.map(\.rawValue) + own).map { reason in
      [
        "code": .integer(OwnerFailure.code.rawValue), "message": .string(reason), "data": ["reason": .string(reason)],
      ]
    }
  }

  /// The definitions that a JSON Schema refers to.
  private static func references(in value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(references)
    case .object(let object):
      object.members.flatMap { member -> [String] in
        guard member.name == "$ref", let path = member.value.stringValue else { return references(in: member.value) }
        return path.utf8.split(separator: UInt8(ascii: "/")).last.map { [String(Substring($0))] } ?? []
      }
    case .null, .bool, .number, .string: []
    }
  }
}
