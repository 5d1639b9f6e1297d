import JSON
import PaymentsAPI

/// What the texts may be that an app gives with a request: how long, as the schema of the method's params says, and
/// without the character U+0000, which not every database stores. Code points
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

  /// Refuses the first text that is not as it may be.
  func check(_ params: JSONValue) throws(PaymentsFailure) {
    for rule in rules {
      guard let text = params[rule.member]?.stringValue else { continue }
      guard text.unicodeScalars.count <= rule.most else {
        throw PaymentsFailure(
          .invalidParams, pointer: "/\(rule.member)", rule: "at most \(rule.most) code points")
      }
      guard !text.utf8.contains(0) else {
        throw PaymentsFailure(.invalidParams, pointer: "/\(rule.member)", rule: "without U+0000")
      }
    }
  }
}
