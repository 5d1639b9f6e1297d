public import JSON
public import StrictYAML

/// Why a file is no acceptable document: what is wrong, and where.
public struct DocumentFailure: Error, Sendable, Hashable {
  /// Where in the text.
  public let position: YAMLPosition
  /// Which part of what it says; `nil` where it is no YAML.
  public let pointer: JSONPointer?
  /// The rule that was broken: a path in the schema, such as `/properties/amount/type`, or a short text. Nothing of the
  /// document itself.
  public let rule: String

  /// Makes a failure.
  public init(position: YAMLPosition, pointer: JSONPointer?, rule: String) {
    self.position = position
    self.pointer = pointer
    self.rule = rule
  }

  init(_ failure: YAMLFailure) {
    self.init(position: failure.position, pointer: nil, rule: failure.kind.summary)
  }
}

extension DocumentFailure: CustomStringConvertible {
  /// The place and the rule, for people.
  public var description: String {
    "\(position)\(pointer.map { $0.tokens.isEmpty ? "" : " (\($0))" } ?? ""): \(rule)"
  }
}
