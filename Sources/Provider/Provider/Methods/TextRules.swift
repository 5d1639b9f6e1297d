import JSON
import PaymentsAPI

/// How long the texts may be that an app gives with a request, as the schema of the method's params says. Code points
/// are counted, which bounds the bytes too: one sign on the screen can have any number of marks.
struct TextRules: Sendable {
  private struct Rule: Sendable {
    let member: String
    let most: Int
  }

  private let rules: [Rule]

  /// Reads the rules in the source of a schema.
  init(params schema: JSONValue) {
    let members = ["properties", "optionalProperties"].flatMap { schema[$0]?.objectValue?.members ?? [] }
    rules = members.compactMap { member in
      member.value["metadata"]?["maxLength"]?.integerValue(as: Int.self).map { Rule(member: member.name, most: $0) }
    }
  }

  /// Refuses the first text that is too long.
  func check(_ params: JSONValue) throws(PaymentsFailure) {
    for rule in rules where (params[rule.member]?.stringValue?.unicodeScalars.count ?? 0) > rule.most {
      throw PaymentsFailure(
        .invalidParams, pointer: "/\(rule.member)", rule: "at most \(rule.most) code points")
    }
  }
}
