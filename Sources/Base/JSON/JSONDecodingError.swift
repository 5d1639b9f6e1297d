/// Why a JSON value is not a value of the wanted type, and which part of it is to blame.
public struct JSONDecodingError: Error, Sendable {
  /// What is wrong.
  public enum Kind: Sendable, Equatable {
    /// A required member is absent; the pointer includes its name.
    case missing
    /// Another kind of JSON value is wanted.
    case typeMismatch(expected: String, found: JSONValue.Kind)
    /// A number that is not an integer in plain digits, or outside the range of the type.
    case outOfRange(type: String)
    /// A member that the type does not have; only with ``UnknownMembers/refuse``.
    case unknownMember
    /// An array that is too short.
    case endOfArray
    /// The type itself refused the value; ``JSONDecodingError/underlying`` may say why.
    case invalidValue
  }

  /// What is wrong.
  public let kind: Kind
  /// The value to blame, from the root of what was decoded.
  public internal(set) var pointer: JSONPointer
  /// The error that a type's own initialiser threw. Not for the wire: it may contain internal text.
  public let underlying: (any Error)?

  /// Makes an error.
  public init(kind: Kind, pointer: JSONPointer = JSONPointer(), underlying: (any Error)? = nil) {
    self.kind = kind
    self.pointer = pointer
    self.underlying = underlying
  }

  /// The error as one of ours, below some tokens.
  static func adopting(_ error: any Error, under tokens: [String]) -> JSONDecodingError {
    if var known = error as? JSONDecodingError {
      if !tokens.isEmpty { known.pointer = JSONPointer(tokens + known.pointer.tokens) }
      return known
    }
    guard let standard = error as? DecodingError else {
      return JSONDecodingError(kind: .invalidValue, pointer: JSONPointer(tokens), underlying: error)
    }
    let (kind, context): (Kind, DecodingError.Context) =
      switch standard {
      case .keyNotFound(_, let context): (.missing, context)
      case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
        (.invalidValue, context)
      @unknown default: (.invalidValue, DecodingError.Context(codingPath: [], debugDescription: ""))
      }
    var path = tokens + context.codingPath.map(\.pointerToken)
    if case .keyNotFound(let key, _) = standard { path.append(key.pointerToken) }
    return JSONDecodingError(kind: kind, pointer: JSONPointer(path), underlying: error)
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// The pointer and the rule; never the value.
  public var description: String {
    let rule =
      switch kind {
      case .missing: "is missing"
      case .typeMismatch(let expected, let found): "should be \(expected), is \(found.rawValue)"
      case .outOfRange(let type): "is not within \(type)"
      case .unknownMember: "is not known here"
      case .endOfArray: "is beyond the end"
      case .invalidValue: "is not valid"
      }
    return "\(pointer.tokens.isEmpty ? "value" : pointer.description) \(rule)"
  }
}

extension CodingKey {
  var pointerToken: String {
    intValue.map(String.init) ?? stringValue
  }
}

/// A key made at run time, for positions and the key of a superclass.
struct TokenKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ position: Int) {
    stringValue = String(position)
    intValue = position
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
