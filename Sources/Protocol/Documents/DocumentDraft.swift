import Catalogue
import JSON
public import PaymentsAPI
import StrictYAML

/// A document for a person to fill in. It has every field with its purpose; fields that may be left out are commented
/// out with `#`.
public struct DocumentDraft: Sendable {
  /// The YAML text.
  public let text: [UInt8]
  /// The fields that still have to be filled in.
  public let missing: [String]

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - request: the name of the method to request.
  ///   - given: the values of known fields, as texts.
  /// - Throws: ``DocumentRefusal`` if the request cannot be made by a document, or does not have a given field or take
  ///   its value.
  public init(
    of request: String, given: [String: String], schemas: PaymentsSchemas
  ) throws(DocumentRefusal) {
    guard DocumentTree.requests.contains(request), let source = schemas.methods[request]?.paramsSource else {
      throw DocumentRefusal(.wrongRequest, rule: DocumentTree.requests.joined(separator: ", "))
    }
    let required = source["properties"]?.objectValue?.members.filter { $0.name != "request_id" } ?? []
    let optional = source["optionalProperties"]?.objectValue?.members ?? []
    let names = Set((required + optional).map(\.name) + ["request_id"])
    if let unknown = given.keys.sorted().first(where: { !names.contains($0) }) {
      throw DocumentRefusal(
        PaymentsFailure(.invalidParams, pointer: "/" + unknown, rule: "unknown member"), at: nil)
    }
    for (name, text) in given.sorted(by: { $0.key < $1.key }) {
      guard let fault = DocumentFields.fault(of: name, text) else { continue }
      throw DocumentRefusal(PaymentsFailure(.invalidParams, pointer: "/" + name, rule: fault), at: nil)
    }
    var lines = ["spec: \(request)", "version: \(PaymentsService.requestVersions.highest)"]
    var missing: [String] = []
    if let id = given["request_id"] { lines.append(Self.line("request_id", .string(id))) }
    for member in required {
      if let text = given[member.name] {
        lines.append(Self.line(member.name, Self.value(text, member.value)))
      } else {
        lines.append("\(member.name): \(Self.remark(member.value))")
        missing.append(member.name)
      }
    }
    for member in optional {
      if let text = given[member.name] {
        lines.append(Self.line(member.name, Self.value(text, member.value)))
      } else {
        lines.append("# \(member.name): \(Self.remark(member.value))")
      }
    }
    text = Array((lines.joined(separator: "\n") + "\n").utf8)
    self.missing = missing
  }

  private static func line(_ name: String, _ value: JSONValue) -> String {
    let bytes = YAMLWriter().encode(.object(JSONObject([.init(name: name, value: value)])))
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// The purpose of a field, as a comment.
  private static func remark(_ schema: JSONValue) -> String {
    let text = schema["metadata"]?["description"]?.stringValue ?? ""
    return "# " + String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }

  /// Converts a typed text to the number or the Boolean that the schema requires, otherwise to a text.
  private static func value(_ text: String, _ schema: JSONValue) -> JSONValue {
    switch schema["type"]?.stringValue {
    case "boolean" where text == "true" || text == "false": .bool(text == "true")
    case let type? where type.utf8.starts(with: "int".utf8) || type.utf8.starts(with: "uint".utf8):
      JSONNumber(text).map(JSONValue.number) ?? .string(text)
    default: .string(text)
    }
  }
}
