package import JSON
import JSONRPC
package import PaymentsAPI

/// The OpenRPC 1.3 document of the owner's socket, generated from its methods and their types.
///
/// `protocol/openrpc-owner.json` is this document.
package enum OwnerOpenRPCDocument {
  /// Makes the document.
  ///
  /// - Parameter schemas: of the payments specification, whose orders, invoices and statements the owner is shown.
  /// - Throws: where a type of a method does not tell its schema; a test makes the document.
  package static func make(from schemas: PaymentsSchemas) throws -> JSONValue {
    var components: [String: JSONValue] = [:]
    let methods = try OwnerMethods.all.map { try method($0, &components) }
    let news = try notification(&components)
    let failure = try failure(&components)
    for name in paymentsDefinitions(in: .array(methods + [news, failure] + components.values), schemas) {
      components[name] = schemas.service.definitions[name].map { JSONSchema.convert($0) }
    }
    components["failure"] = failure
    return [
      "openrpc": "1.3.2",
      "info": [
        "title": "Payport owner", "version": .string("\(OwnerMethods.version).0.0"),
        "description": "What the owner of a wallet asks of the provider beside it, through a socket of the owner's.",
      ],
      "methods": .array(methods),
      "components": [
        "schemas": .object(
          JSONObject(components.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }))
      ],
      // OpenRPC 1.3 does not define notifications of the server, so they are listed in an extension.
      "x-notifications": [news],
    ]
  }

  private static func method<M: OwnerMethod>(
    _ method: M.Type, _ components: inout [String: JSONValue]
  ) throws -> JSONValue {
    let params = try TypeSchema.of(M.Params.self, &components)
    let required = params["required"]?.arrayValue ?? []
    return [
      "name": .string(M.name), "summary": .string(M.summary), "paramStructure": "by-name",
      "params": .array(
        (params["properties"]?.objectValue?.members ?? []).map { member in
          [
            "name": .string(member.name), "required": .bool(required.contains(.string(member.name))),
            "schema": member.value,
          ]
        }),
      "result": ["name": "result", "schema": try TypeSchema.of(M.Result.self, &components)],
      "errors": .array(
        (OwnerMethods.commonFailures + M.failures).map { reason in
          [
            "code": .integer(OwnerFailure.code.rawValue), "message": .string(reason.rawValue),
            "data": ["reason": .string(reason.rawValue)],
          ]
        }),
    ]
  }

  /// The params of each notification of the watch, by its member `change`.
  private static func notification(_ components: inout [String: JSONValue]) throws -> JSONValue {
    let approval = try TypeSchema.of(WaitingApproval.self, &components)
    let text: JSONValue = ["type": "string"]
    let wallets: JSONValue = ["type": "array", "items": try TypeSchema.of(CurrencyReport.self, &components)]
    func news(_ change: OwnerNews.Change, _ members: JSONObject = [:]) -> JSONValue {
      var properties: JSONObject = ["change": ["type": "string", "enum": [.string(change.rawValue)]]]
      for member in members { properties[member.name] = member.value }
      return [
        "type": "object", "properties": .object(properties),
        "required": .array(properties.members.map { .string($0.name) }),
      ]
    }
    return [
      "name": .string(WatchApprovals.name),
      "params": [
        "oneOf": [
          news(
            .standing,
            ["provider": text, "locked": ["type": "boolean"], "pin": ["type": "boolean"], "wallets": wallets]),
          news(.shown, ["approval": approval]), news(.updated, ["approval": approval]),
          news(
            .withdrawn,
            [
              "id": text, "kind": try TypeSchema.of(QuestionKind.self, &components),
              "because": try TypeSchema.of(OwnerNews.Ending.self, &components),
            ]), news(.moved, ["money": try TypeSchema.of(MoneyMoved.self, &components)]), news(.ready),
        ]
      ],
    ]
  }

  /// The data of an error: the reason and what it brings.
  private static func failure(_ components: inout [String: JSONValue]) throws -> JSONValue {
    var inner: [String: JSONValue] = [:]
    _ = try TypeSchema.of(OwnerFailure.Data.self, &inner)
    var properties: JSONObject = [
      "reason": ["type": "string", "enum": .array(OwnerFailure.Reason.allCases.map { .string($0.rawValue) })]
    ]
    for member in inner.removeValue(forKey: "Data")?["properties"]?.objectValue ?? [:] {
      properties[member.name] = member.value
    }
    components.merge(inner) { own, _ in own }
    return ["type": "object", "properties": .object(properties), "required": ["reason"]]
  }

  /// The definitions of the payments specification that are referred to, those included that they refer to.
  private static func paymentsDefinitions(in value: JSONValue, _ schemas: PaymentsSchemas) -> Set<String> {
    var found: Set<String> = []
    var open = [value]
    while let next = open.popLast() {
      switch next {
      case .array(let elements): open += elements
      case .object(let object):
        let name = object["$ref"]?.stringValue?.unicodeScalars.split(separator: "/").last.map { String($0) }
        if let name, let definition = schemas.service.definitions[name], found.insert(name).inserted {
          open.append(JSONSchema.convert(definition))
        }
        open += object.members.map(\.value)
      case .null, .bool, .number, .string: break
      }
    }
    return found
  }
}
