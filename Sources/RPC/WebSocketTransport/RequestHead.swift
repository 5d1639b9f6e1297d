/// The head of an HTTP request, parsed strictly (RFC 9112). It is a pure value. Unusual syntax is refused, so that no
/// other program can understand the same bytes differently.
struct RequestHead: Sendable, Equatable {
  /// The result of parsing the bytes received so far.
  enum Outcome: Equatable {
    /// The bytes may still become a request; more are needed.
    case incomplete
    case complete(RequestHead)
    /// The bytes are not a request that could become an upgrade.
    case malformed
  }

  private struct Field: Equatable {
    // The name of the field in lower case.
    var name: [UInt8]
    var value: [UInt8]
  }

  /// The maximum size of a head in bytes.
  static let limit = 4096

  private static let start = Array("GET ".utf8)
  private static let version = Array(" HTTP/1.1".utf8)
  private static let end = Array("\r\n\r\n".utf8)
  private static let tokenSigns = Set("!#$%&'*+-.^_`|~".utf8)

  /// The target of the request, as it was sent.
  private(set) var target: String
  private var fields: [Field] = []

  /// Parses the bytes received so far. Only a `GET` request by HTTP/1.1 without a body is accepted. No byte may follow
  /// the head, because a client has to wait for the answer.
  ///
  /// - Parameter known: the number of bytes that were already found to be incomplete. They are not searched again, so a
  ///   client that sends one byte at a time costs no more.
  static func read(_ bytes: [UInt8], known: Int = 0) -> Outcome {
    guard bytes.starts(with: start.prefix(bytes.count)), bytes.count <= limit else { return .malformed }
    var position = max(0, known - end.count)
    while position + end.count <= bytes.count, !bytes[position...].starts(with: end) { position += 1 }
    guard position + end.count <= bytes.count else { return bytes.count < limit ? .incomplete : .malformed }
    guard position + end.count == bytes.count, let head = RequestHead(lines: bytes[..<position]) else {
      return .malformed
    }
    return .complete(head)
  }

  private init?(lines bytes: ArraySlice<UInt8>) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    // All lines except the last still end with a carriage return here.
    for index in lines.indices.dropLast() {
      guard lines[index].last == 0x0d else { return nil }
      lines[index].removeLast()
    }
    guard let first = lines.first, first.count > Self.start.count + Self.version.count, first.starts(with: Self.start),
      first.suffix(Self.version.count).elementsEqual(Self.version)
    else { return nil }
    let target = first.dropFirst(Self.start.count).dropLast(Self.version.count)
    guard target.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    self.target = String(decoding: target, as: UTF8.self)
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.isTokenByte), line[colon...].allSatisfy(Self.isValueByte)
      else { return nil }
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let value = line[(colon + 1)...].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
      fields.append(Field(name: line[..<colon].map(Self.lowercased), value: Array(value)))
    }
    // A body is refused because its bytes would be read as frames.
    guard self["transfer-encoding"] == nil, self["content-length"].map({ $0 == "0" }) ?? true else { return nil }
  }

  /// The value of a field; nil if there is none. The name is given in lower case. The values of several fields with the
  /// same name are joined by commas.
  subscript(_ name: String) -> String? {
    let values = fields.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
    return values.isEmpty ? nil : String(decoding: Array(values.joined(separator: [0x2c, 0x20])), as: UTF8.self)
  }

  /// The number of fields with a name, which is given in lower case.
  func count(of name: String) -> Int { fields.count { $0.name.elementsEqual(name.utf8) } }

  // Whether a byte may be part of a token (RFC 9110 section 5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: tokenSigns.contains(byte)
    }
  }

  // Whether a byte may be part of a value (RFC 9110 section 5.5): all bytes except control characters, and the tab.
  private static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
