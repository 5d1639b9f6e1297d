import JSON

/// A compiled schema. It is a class, so that walking the tree copies nothing. It is immutable, and references are
/// indexes into the definitions.
final class Node: Sendable {
  let form: Form
  let isNullable: Bool
  /// The path in the schema. It is known at compile time because a `ref` leads to `/definitions/…` (RFC 8927 section
  /// 3.3.2).
  let path: [String]

  init(form: Form, isNullable: Bool, path: [String]) {
    self.form = form
    self.isNullable = isNullable
    self.path = path
  }
}

/// The eight forms of RFC 8927 section 2.2.
enum Form: Sendable {
  case empty
  case ref(Int)
  case type(InstanceType)
  case enumeration([String])
  case elements(Node)
  case properties(PropertiesForm)
  case values(Node)
  case discriminator(DiscriminatorForm)
}

/// The types of RFC 8927 section 2.2.3.
enum InstanceType: String, Sendable {
  case boolean, float32, float64, int8, uint8, int16, uint16, int32, uint32, string, timestamp
}

final class PropertiesForm: Sendable {
  struct Property: Sendable {
    let name: String
    let node: Node
    let isRequired: Bool
  }

  /// Up to this number of properties a name is searched in the list, above it by hash.
  private static let linearLimit = 16

  let properties: [Property]
  let requiredCount: Int
  /// `properties` if the schema has it, otherwise `optionalProperties`. An instance that is not an object violates this
  /// keyword.
  let keyword: String
  let allowsAdditional: Bool
  private let index: [UTF8Key: Int]?

  init(properties: [Property], keyword: String, allowsAdditional: Bool) {
    self.properties = properties
    requiredCount = properties.count { $0.isRequired }
    self.keyword = keyword
    self.allowsAdditional = allowsAdditional
    index =
      properties.count <= Self.linearLimit
      ? nil
      : Dictionary(
        properties.enumerated().map { (UTF8Key($0.element.name), $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of a property. Members mostly have the order of the schema, so the search begins after the property
  /// found last.
  func position(of name: String, after last: Int) -> Int? {
    if let index { return index[UTF8Key(name)] }
    let count = properties.count
    var position = last + 1
    for _ in 0..<count {
      if position >= count { position = 0 }
      if properties[position].name.hasSameUTF8(as: name) { return position }
      position += 1
    }
    return nil
  }
}

final class DiscriminatorForm: Sendable {
  let tag: String
  private let mapping: [UTF8Key: Node]

  init(tag: String, mapping: [(String, Node)]) {
    self.tag = tag
    self.mapping = Dictionary(mapping.map { (UTF8Key($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
  }

  func node(for value: String) -> Node? { mapping[UTF8Key(value)] }
}
