/// A text in UTF-8 without characters that YAML readers treat differently or that people cannot see.
struct SourceText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8], limit: Int) throws(YAMLFailure) {
    guard bytes.count <= limit else { throw YAMLFailure(.tooLarge(limit: limit), at: YAMLPosition(line: 1, column: 1)) }
    self.bytes = bytes
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var line = 1
    var column = 1
    var offset = 0
    decoding: while true {
      let position = YAMLPosition(line: line, column: column)
      switch decoder.decode(&iterator) {
      case .emptyInput: break decoding
      case .error: throw YAMLFailure(.notUTF8, at: position)
      case .scalarValue("\u{FEFF}"): throw YAMLFailure(.byteOrderMark, at: position)
      case .scalarValue(let scalar):
        offset += UTF8.width(scalar)
        switch scalar {
        case "\n":
          line += 1
          column = 0
        // The library drops a byte order mark that is written as an escape.
        case "\\" where Self.isByteOrderMark(bytes[offset...]): throw YAMLFailure(.byteOrderMark, at: position)
        case "\r" where offset < bytes.count && bytes[offset] == UInt8(ascii: "\n"): break
        case "\t", "\u{20}"..."\u{7E}": break
        case ..."\u{9F}", "\u{2028}"..."\u{2029}", "\u{FFFE}"..."\u{FFFF}":
          throw YAMLFailure(.controlCharacter, at: position)
        default: break
        }
        column += 1
      }
    }
  }

  /// Whether the text may have an anchor, and more aliases than any honest text has. The parser copies the target of an
  /// alias before it can be refused, and aliases of aliases double the size each time.
  var mayExplode: Bool {
    let aliases = occurrences(of: UInt8(ascii: "*"))
    return aliases > 8 && occurrences(of: UInt8(ascii: "&")) > 0
  }

  /// The number of times an indicator stands before a character that can begin a name.
  private func occurrences(of indicator: UInt8) -> Int {
    zip(bytes, bytes.dropFirst()).count { $0 == indicator && Self.isNameByte($1) }
  }

  private static func isByteOrderMark(_ escape: ArraySlice<UInt8>) -> Bool {
    let escape = String(decoding: escape.prefix(9), as: UTF8.self).lowercased()
    return escape.utf8.starts(with: "ufeff".utf8) || escape == "u0000feff"
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
