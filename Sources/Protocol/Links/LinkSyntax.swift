import DisplayText

/// The syntax of all links: visible ASCII, a scheme, a kind, and members of which each occurs once.
///
/// These links do not need percent-encoding and do not support it, so every reader sees the same text.
struct LinkSyntax {
  let kind: String
  let members: [String: String]

  /// Parses a link.
  ///
  /// - Throws: ``LinkError``.
  init(_ link: String, scheme: String, limit: Int) throws(LinkError) {
    let bytes = link.utf8
    guard bytes.count <= limit else { throw .tooLong }
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .malformed("it has white space or other signs")
    }
    guard !bytes.contains(UInt8(ascii: "%")) else { throw .malformed("it is percent-encoded") }
    guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed("it has no scheme") }
    guard link[..<colon] == scheme else { throw .otherScheme }
    let parts = bytes[colon...].dropFirst().split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw .malformed("it has two question marks") }
    kind = String(Substring(parts[0]))
    var members: [String: String] = [:]
    for member in parts.count == 2 ? parts[1].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) : []
    {
      guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { throw .malformed("a member has no value") }
      let name = String(Substring(member[..<equals]))
      let value = String(Substring(member[equals...].dropFirst()))
      guard members.updateValue(value, forKey: name) == nil else {
        throw .malformed("a member is there twice")
      }
    }
    self.members = members
  }

  /// Returns the values of these members. The link must have no other member.
  func values(of names: String...) throws(LinkError) -> [String] {
    guard members.count == names.count else { throw .malformed("it has other members than those of its kind") }
    var values: [String] = []
    for name in names {
      guard let value = members[name] else { throw .malformed(localized("the member \(name) is missing")) }
      values.append(value)
    }
    return values
  }

  static func isProviderName(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count), let first = text.utf8.first, isAlphanumeric(first) else { return false }
    return text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// Whether a text consists of letters, digits, `-` and `_`, the alphabet of base64url.
  static func isBase64URL(_ text: String) -> Bool {
    text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// The reason why a text is not a valid link. The messages are for people and contain no part of the link.
public enum LinkError: Error, Sendable, Hashable {
  /// The text is longer than any link of its kind.
  case tooLong
  /// The text does not have the syntax of a link; the value says why.
  case malformed(String)
  /// The link has another scheme.
  case otherScheme
  /// The link has a kind that this version does not know.
  case unknownKind
  /// The named member (provider, token, state or result) is invalid.
  case invalid(String)
}

extension LinkError {
  /// The error as the end of a sentence. It contains no part of the link.
  public var words: String {
    switch self {
    case .tooLong: localized("it is too long")
    case .malformed(let why): localized(text: why)
    case .otherScheme: localized("it does not begin with payport:")
    case .unknownKind: localized("it is of a kind that this version does not know")
    case .invalid(let member): localized("its \(member) is none")
    }
  }
}
