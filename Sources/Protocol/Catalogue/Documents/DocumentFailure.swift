public import JSON
public import StrictYAML

/// The reason why a file is not an acceptable document, and its position.
public struct DocumentFailure: Error, Sendable, Hashable {
  /// The position in the text.
  public let position: YAMLPosition
  /// The part of the content that is wrong; nil if the text is not YAML.
  public let pointer: JSONPointer?
  /// The rule that was broken: a path in the schema, such as `/properties/amount/type`, or a short text. It contains no
  /// part of the document.
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
  /// The position and the rule, for people.
  public var description: String {
    "\(position)\(pointer.map { $0.tokens.isEmpty ? "" : " (\($0))" } ?? ""): \(rule)"
  }
}
