public import JSON

/// The id that pairs a response with its request (JSON-RPC 2.0 section 4).
///
/// Ids are kept and compared exactly as written: `1`, `1.0` and `"1"` are three ids, and a number of any size or
/// precision comes back digit for digit. Strings are compared by their bytes.
public enum RequestIdentifier: Sendable {
  /// A string.
  case string(String)
  /// A number, stored as its text.
  case number(JSONNumber)
  /// The null id. It is legal but discouraged in a request. In a response it means that the id of the request could not
  /// be read.
  case null

  /// Reads an id from a JSON value; nil if the value is not of one of the three legal kinds.
  public init?(_ value: JSONValue) {
    switch value {
    case .string(let string): self = .string(string)
    case .number(let number): self = .number(number)
    case .null: self = .null
    case .bool, .array, .object: return nil
    }
  }

  /// The id as a JSON value.
  public var value: JSONValue {
    switch self {
    case .string(let string): .string(string)
    case .number(let number): .number(number)
    case .null: .null
    }
  }

  /// The length of the id's text in bytes, without quotes and escapes.
  var length: Int {
    switch self {
    case .string(let string): string.utf8.count
    case .number(let number): number.text.utf8.count
    case .null: 4
    }
  }
}

extension RequestIdentifier: Hashable {
  /// Whether both ids were written in the same way.
  public static func == (lhs: RequestIdentifier, rhs: RequestIdentifier) -> Bool {
    switch (lhs, rhs) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.number(let left), .number(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  /// Hashes the id as it was written.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let string):
      hasher.combine(0)
      for byte in string.utf8 { hasher.combine(byte) }
    case .number(let number): hasher.combine(number)
    case .null: hasher.combine(1)
    }
  }
}

// `ExpressibleByNilLiteral` is left out on purpose: in `condition ? id : nil` the nil would mean the null id instead of
// no id.
extension RequestIdentifier: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Makes the id of a number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// Makes the id of a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

/// The id of a call that this side made: a number that starts at 1, increases and is never reused by its ``Peer``.
public struct OutgoingIdentifier: Sendable, Hashable {
  /// The number on the wire.
  public let number: UInt64

  init(number: UInt64) {
    self.number = number
  }
}
