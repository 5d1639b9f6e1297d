public import JSON

/// The id that pairs a response with its request (JSON-RPC 2.0 section 4).
///
/// Ids are kept and compared exactly as written: `1`, `1.0` and `"1"` are three ids, and a number of any size or
/// precision comes back digit for digit. Strings are compared by their bytes.
public enum RequestIdentifier: Sendable {
  /// A string.
  case string(String)
  /// A number, by its text.
  case number(JSONNumber)
  /// The null id: legal though discouraged in a request; in a response it says that no id could be found.
  case null

  /// An id from a JSON value; nil when it is none of the three legal kinds.
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

  /// How many bytes of text the id holds, without quotes and escapes.
  var length: Int {
    switch self {
    case .string(let string): string.utf8.count
    case .number(let number): number.text.utf8.count
    case .null: 4
    }
  }
}

extension RequestIdentifier: Hashable {
  /// Whether both were written the same.
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

// No nil literal: in `condition ? id : nil` it would quietly mean the null id instead of no id.
extension RequestIdentifier: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

/// The id of a call that this side made: a number that counts up from 1 and is never used again by its ``Peer``.
public struct OutgoingIdentifier: Sendable, Hashable {
  /// The number on the wire.
  public let number: UInt64

  init(number: UInt64) {
    self.number = number
  }
}
