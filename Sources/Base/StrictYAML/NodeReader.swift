import JSON
import Yams

/// Converts the tree made by the parser into a JSON value.
struct NodeReader {
  private let options: YAMLOptions
  private var spaced: SpacedText
  private var tags: Set<YAMLPosition> = []
  private(set) var positions: [JSONPointer: YAMLPosition] = [:]

  init(options: YAMLOptions, spaced: SpacedText) {
    self.options = options
    self.spaced = spaced
  }

  mutating func read() throws(YAMLFailure) -> JSONValue {
    if spaced.mayExplode { throw YAMLFailure(.anchor, at: YAMLPosition(line: 1, column: 1)) }
    let value = try compose()
    guard Set(spaced.words.keys) != tags else { return value }
    // Some spaces were put into texts or comments. The text is parsed once more without these.
    spaced.keep(tags)
    tags = []
    positions = [:]
    return try compose()
  }

  private mutating func compose() throws(YAMLFailure) -> JSONValue {
    let root: Node?
    let parser: Parser
    do {
      // With the basic resolver the library leaves the resolution of plain scalars to this type.
      parser = try Parser(yaml: spaced.text, resolver: .basic, encoding: .utf8)
      root = try parser.singleRoot()
    } catch {
      throw failure(error)
    }
    // The nodes know their anchors only while the parser exists.
    defer { withExtendedLifetime(parser) {} }
    let start = YAMLPosition(line: 1, column: 1)
    guard let root else { throw YAMLFailure(.empty, at: start) }
    if let scalar = root.scalar, scalar.style == .plain, scalar.string.isEmpty, scalar.tag.rawValue.isEmpty {
      throw YAMLFailure(.empty, at: position(root))
    }
    return try value(of: root, at: [], depth: 0, position: position(root))
  }

  private mutating func value(
    of node: Node, at path: [String], depth: Int, position place: YAMLPosition, inSequence: Bool = false
  ) throws(YAMLFailure) -> JSONValue {
    if node.anchor != nil { throw YAMLFailure(.anchor, at: position(node)) }
    positions[JSONPointer(path)] = place
    switch node {
    case .scalar(let scalar): return try value(of: scalar, at: position(node), inSequence: inSequence)
    case .sequence(let sequence):
      try check(sequence.tag.rawValue, is: "seq", at: position(node))
      try check(depth: depth + 1, at: position(node))
      var elements: [JSONValue] = []
      for (index, element) in sequence.enumerated() {
        elements.append(
          try value(
            of: element, at: path + [String(index)], depth: depth + 1, position: position(element), inSequence: true))
      }
      return .array(elements)
    case .mapping(let mapping):
      try check(mapping.tag.rawValue, is: "map", at: position(node))
      try check(depth: depth + 1, at: position(node))
      var object = JSONObject()
      for (key, member) in mapping {
        if isAfterDecimalComma(key, member) { throw YAMLFailure(.decimalComma, at: position(key)) }
        let name = try name(key)
        guard object[name] == nil else { throw YAMLFailure(.duplicateKey, at: position(key)) }
        object[name] = try value(of: member, at: path + [name], depth: depth + 1, position: position(key))
      }
      return .object(object)
    case .alias: throw YAMLFailure(.anchor, at: position(node))
    }
  }

  /// Whether a key without a value is what stands after the comma of a number, as in `{most: 1,5}`.
  private func isAfterDecimalComma(_ key: Node, _ member: Node) -> Bool {
    guard let digits = key.scalar?.string.utf8.first, (0x30...0x39).contains(digits),
      member.scalar?.string.isEmpty == true
    else { return false }
    let place = position(key)
    return spaced.isDecimalComma(before: place)
  }

  private func name(_ key: Node) throws(YAMLFailure) -> String {
    let position = position(key)
    if key.anchor != nil { throw YAMLFailure(.anchor, at: position) }
    guard let scalar = key.scalar else { throw YAMLFailure(.keyNotText, at: position) }
    // The library compares keys while it composes the tree, which resolves their tags. At this point a plain key has
    // the tag of a text.
    try check(scalar.tag.rawValue, is: "str", at: position)
    if scalar.style == .plain {
      if scalar.string == "<<" { throw YAMLFailure(.mergeKey, at: position) }
      guard PlainScalar(scalar.string) == .text else { throw YAMLFailure(.keyNotText, at: position) }
    }
    return scalar.string
  }

  private mutating func value(
    of scalar: Node.Scalar, at position: YAMLPosition, inSequence: Bool
  ) throws(YAMLFailure) -> JSONValue {
    let tag = scalar.tag.rawValue
    if scalar.style != .plain, tag.isEmpty || tag == Self.core + "str" { return .string(scalar.string) }
    if options.bareTags, inSequence, tag.utf8.first == UInt8(ascii: "!"), tag.utf8.count > 1, scalar.string.isEmpty,
      tag.utf8.dropFirst().allSatisfy(SourceText.isNameByte)
    {
      tags.insert(position)
      return .string(tag)
    }
    let plain = PlainScalar(scalar.string)
    switch (tag, plain) {
    case (Self.core + "str", _): return .string(scalar.string)
    case ("", .unwritableNumber), (Self.core + "int", .unwritableNumber), (Self.core + "float", .unwritableNumber):
      throw YAMLFailure(.number, at: position)
    case ("", .null), (Self.core + "null", .null): return .null
    case ("", .bool(let bool)), (Self.core + "bool", .bool(let bool)): return .bool(bool)
    case ("", .number(let number)), (Self.core + "float", .number(let number)): return .number(number)
    case (Self.core + "int", .number(let number)) where number.integer(as: Int.self) != nil: return .number(number)
    case ("", .text): return .string(scalar.string)
    default: throw YAMLFailure(.tag, at: position)
    }
  }

  private static let core = "tag:yaml.org,2002:"

  private func check(_ tag: String, is name: String, at position: YAMLPosition) throws(YAMLFailure) {
    guard tag.isEmpty || tag == Self.core + name else { throw YAMLFailure(.tag, at: position) }
  }

  private func check(depth: Int, at position: YAMLPosition) throws(YAMLFailure) {
    guard depth <= options.depth else { throw YAMLFailure(.tooDeep(limit: options.depth), at: position) }
  }

  private func position(_ node: Node) -> YAMLPosition {
    node.mark.map { spaced.original(line: $0.line, column: $0.column) } ?? YAMLPosition(line: 1, column: 1)
  }

  private func failure(_ error: any Error) -> YAMLFailure {
    switch error as? YamlError {
    case .composer(_, let problem, let mark, _):
      let position = spaced.original(line: mark.line, column: mark.column)
      return YAMLFailure(problem.contains("another document") ? .severalDocuments : .anchor, at: position)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      let position = spaced.original(line: mark.line, column: mark.column)
      if problem.utf8.starts(with: "Maximum nesting".utf8) {
        return YAMLFailure(.tooDeep(limit: options.depth), at: position)
      }
      return YAMLFailure(.syntax(problem), at: position)
    case .duplicatedKeysInMapping(_, let context):
      return YAMLFailure(.duplicateKey, at: spaced.original(line: context.mark.line, column: context.mark.column))
    default: return YAMLFailure(.syntax("not YAML"), at: YAMLPosition(line: 1, column: 1))
    }
  }
}
