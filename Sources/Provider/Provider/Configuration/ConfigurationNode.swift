import JSON
import StrictYAML

/// A part of the configuration file, with its line.
struct ConfigurationNode {
  private let document: YAMLDocument
  private let pointer: JSONPointer
  private let value: JSONValue

  /// Creates the node of the whole file.
  init(_ document: YAMLDocument) {
    self.init(document, pointer: JSONPointer(), value: document.value)
  }

  private init(_ document: YAMLDocument, pointer: JSONPointer, value: JSONValue) {
    self.document = document
    self.pointer = pointer
    self.value = value
  }

  /// The line of the node; for a member of a mapping, the line of its key.
  var line: Int { document.position(of: pointer)?.line ?? 0 }

  /// The node as text: a number as it was written, nothing as the empty text; `nil` for a list or a mapping.
  var text: String? {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .array, .object: nil
    }
  }

  /// The value of `true` or `false`; `nil` for anything else.
  var flag: Bool? { value.boolValue }

  /// The elements of a list; `nil` for anything else.
  var elements: [ConfigurationNode]? {
    value.arrayValue?.enumerated().map { index, element in
      ConfigurationNode(document, pointer: pointer.appending(String(index)), value: element)
    }
  }

  /// The members of a mapping by their keys; `nil` for anything else.
  var members: [String: ConfigurationNode]? {
    value.objectValue.map { object in
      Dictionary(
        object.members.map {
          ($0.name, ConfigurationNode(document, pointer: pointer.appending($0.name), value: $0.value))
        }
      ) { first, _ in first }
    }
  }
}
