/// The head of an HTTP request, parsed strictly (RFC 9112). It is a pure value. Unusual syntax is refused, so that no
/// other program can understand the same bytes differently.
package struct RequestHead: Sendable, Equatable {
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

  /// What a listener reads before it answers.
  struct Form: Sendable, Equatable {
    /// The maximum size of a head in bytes.
    var limit: Int
    /// The methods that are understood, each with the space after it.
    var methods: [[UInt8]]
    /// The maximum size of the body of a `POST` in bytes.
    var mostBody: Int

    /// A `GET` without a body, which asks for an upgrade.
    static let upgrade = Form(limit: 4096, methods: [Array("GET ".utf8)], mostBody: 0)
    /// What a browser sends that shows a page. It sends along the cookies of all other ports of this machine.
    static let page = Form(limit: 16 << 10, methods: [Array("GET ".utf8), Array("POST ".utf8)], mostBody: 256)
  }

  /// The maximum size of the head of an upgrade in bytes.
  static let limit = Form.upgrade.limit

  private static let version = Array(" HTTP/1.1".utf8)
  private static let end = Array("\r\n\r\n".utf8)
  private static let tokenSigns = Set("!#$%&'*+-.^_`|~".utf8)

  /// The method of the request.
  package private(set) var method: String
  /// The target of the request, as it was sent.
  package private(set) var target: String
  /// The body of a `POST`.
  package private(set) var body: [UInt8] = []
  private var fields: [Field] = []

  /// Parses the bytes received so far. Only a request by HTTP/1.1 of the given form is accepted. No byte may follow it,
  /// because a client has to wait for the answer.
  ///
  /// - Parameter known: the number of bytes that were already found to be incomplete. They are not searched again, so a
  ///   client that sends one byte at a time costs no more.
  static func read(_ bytes: [UInt8], known: Int = 0, as form: Form = .upgrade) -> Outcome {
    guard let method = form.methods.first(where: { bytes.starts(with: $0.prefix(bytes.count)) }),
      bytes.count <= form.limit + form.mostBody
    else { return .malformed }
    var position = max(0, known - end.count - form.mostBody)
    while position + end.count <= bytes.count, !bytes[position...].starts(with: end) { position += 1 }
    let headEnd = position + end.count
    guard headEnd <= bytes.count else { return bytes.count < form.limit ? .incomplete : .malformed }
    guard headEnd <= form.limit, var head = RequestHead(lines: bytes[..<position], start: method) else {
      return .malformed
    }
    // A body where none is allowed would be read as frames.
    let mostBody = head.method == "POST" ? form.mostBody : 0
    guard head["transfer-encoding"] == nil, head.count(of: "content-length") <= 1,
      let length = Self.length(head["content-length"]), length <= mostBody, bytes.count - headEnd <= length
    else { return .malformed }
    guard bytes.count - headEnd == length else { return .incomplete }
    head.body = Array(bytes[headEnd...])
    return .complete(head)
  }

  /// The length of a body; nil if it is no short decimal number.
  private static func length(_ field: String?) -> Int? {
    guard let field else { return 0 }
    guard (1...5).contains(field.utf8.count), field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(field)
  }

  private init?(lines bytes: ArraySlice<UInt8>, start: [UInt8]) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    // All lines except the last still end with a carriage return here.
    for index in lines.indices.dropLast() {
      guard lines[index].last == 0x0d else { return nil }
      lines[index].removeLast()
    }
    guard let first = lines.first, first.count > start.count + Self.version.count, first.starts(with: start),
      first.suffix(Self.version.count).elementsEqual(Self.version)
    else { return nil }
    let target = first.dropFirst(start.count).dropLast(Self.version.count)
    guard target.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    method = String(decoding: start.dropLast(), as: UTF8.self)
    self.target = String(decoding: target, as: UTF8.self)
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.isTokenByte), line[colon...].allSatisfy(Self.isValueByte)
      else { return nil }
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let value = line[(colon + 1)...].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
      fields.append(Field(name: line[..<colon].map(Self.lowercased), value: Array(value)))
    }
  }

  /// The value of a field; nil if there is none. The name is given in lower case. The values of several fields with the
  /// same name are joined by commas.
  package subscript(_ name: String) -> String? {
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
