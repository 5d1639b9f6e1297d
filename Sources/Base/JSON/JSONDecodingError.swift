/// The reason why a JSON value could not be decoded as the wanted type, and the part of it that caused the error.
public struct JSONDecodingError: Error, Sendable {
  /// The kind of error.
  public enum Kind: Sendable, Equatable {
    /// A required member is absent; the pointer includes its name.
    case missing
    /// The value is of another JSON kind than expected.
    case typeMismatch(expected: String, found: JSONValue.Kind)
    /// The number is not an integer in plain digits, or is outside the range of the type.
    case outOfRange(type: String)
    /// The object has a member that the type does not have. It is reported only with ``UnknownMembers/refuse``.
    case unknownMember
    /// The array has too few elements.
    case endOfArray
    /// The type itself refused the value. ``JSONDecodingError/underlying`` may say why.
    case invalidValue
  }

  /// The kind of error.
  public let kind: Kind
  /// The path of the value that caused the error, from the root of the decoded value.
  public internal(set) var pointer: JSONPointer
  /// The error that a type's own initialiser threw. It must not be sent to a peer, because it may contain internal
  /// text.
  public let underlying: (any Error)?

  /// Makes an error.
  public init(kind: Kind, pointer: JSONPointer = JSONPointer(), underlying: (any Error)? = nil) {
    self.kind = kind
    self.pointer = pointer
    self.underlying = underlying
  }

  /// Converts any error to this type, with the given tokens put before its pointer.
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
  /// The pointer and the kind of error. The value is never included.
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
