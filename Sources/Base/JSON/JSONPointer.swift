/// A JSON Pointer (RFC 6901): the path from a document's root to one value in it.
public struct JSONPointer: Sendable, Hashable {
  /// The unescaped reference tokens. No tokens point to the whole document.
  public private(set) var tokens: [String]

  /// Makes a pointer from unescaped tokens.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses the string form: empty, or tokens that each follow a `/`, with `~0` for `~` and `~1` for `/`. Nil if it is
  /// malformed.
  public init?(parsing text: String) {
    tokens = []
    if text.isEmpty { return }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      var token = String.UnicodeScalarView()
      var escaped = false
      for scalar in part {
        switch (escaped, scalar) {
        case (true, "0"): token.append("~")
        case (true, "1"): token.append("/")
        case (true, _): return nil
        case (false, "~"): break
        case (false, _): token.append(scalar)
        }
        escaped = !escaped && scalar == "~"
      }
      if escaped { return nil }
      tokens.append(String(token))
    }
  }

  /// Returns this pointer with one more token at its end.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Returns this pointer with a token put before the others.
  public func prepending(_ token: String) -> JSONPointer { JSONPointer([token] + tokens) }

  /// Returns the value that the pointer refers to; nil if the document has none there.
  public func value(in document: JSONValue) -> JSONValue? {
    var current = document
    for token in tokens {
      let next: JSONValue? =
        switch current {
        case .object(let object): object[token]
        case .array(let elements): Self.index(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
      guard let next else { return nil }
      current = next
    }
    return current
  }

  /// Parses an array index, which is `0` or digits without a leading zero (RFC 6901 section 4).
  private static func index(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != UInt8(ascii: "0"),
      token.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    return Int(token)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The string form (RFC 6901 section 3).
  public var description: String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      text.append("/")
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text.append(contentsOf: "~0".unicodeScalars)
        case "/": text.append(contentsOf: "~1".unicodeScalars)
        default: text.append(scalar)
        }
      }
    }
    return String(text)
  }
}
