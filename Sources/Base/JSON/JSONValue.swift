/// A JSON value (RFC 8259), stored without loss: numbers keep their text and objects keep the order of their members.
///
/// Equality compares strings by their UTF-8 bytes, numbers by their text (`1` and `1.0` differ) and objects without
/// regard to the order of members.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, exactly as it was written.
  case number(JSONNumber)
  /// A string of Unicode scalars.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object with ordered, distinct member names.
  case object(JSONObject)
}

extension JSONValue: Equatable {
  /// Whether both are the same JSON value. The order of members is not significant; the text of numbers and the bytes
  /// of strings are.
  public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue {
  /// The kinds of JSON value, for messages and for decisions that do not need the value.
  public enum Kind: String, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool
    /// Any number.
    case number
    /// Any string.
    case string
    /// Any array.
    case array
    /// Any object.
    case object
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether this is the literal `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The Boolean, or nil if this is another kind of value.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or nil if this is another kind of value.
  public var numberValue: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The string, or nil if this is another kind of value.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, or nil if this is another kind of value.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, or nil if this is another kind of value.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The number as an integer, or nil if this is not a number, is written with a fraction or an exponent, or does not
  /// fit.
  public func integerValue<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    if case .number(let value) = self { value.integer(as: type) } else { nil }
  }

  /// The value of a member, or nil if this is not an object or has no such member.
  public subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// An element, or nil if this is not an array or the index is out of bounds.
  public subscript(position: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
    return elements[position]
  }
}

extension JSONValue {
  /// Makes a number value from an integer of any width.
  public static func integer(_ value: some FixedWidthInteger) -> JSONValue {
    .number(JSONNumber(value))
  }
}

// `ExpressibleByNilLiteral` is left out on purpose: in `flatMap { condition ? value : nil }` the nil would mean a JSON
// null instead of no value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer. There is no floating-point literal: write a fraction as text, `JSONNumber("0.5")`.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object. If two members have the same name, the later one wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }
}

extension JSONValue: CustomDebugStringConvertible {
  /// The compact JSON text. There is no `description`, so that values are not logged by accident through interpolation.
  public var debugDescription: String { text() }
}
