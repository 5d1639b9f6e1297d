extension JSONScanner {
  /// Reads the string whose opening quote is at the position (RFC 8259 section 7).
  mutating func string() throws(JSONParseError) -> String {
    position += 1
    let start = position
    var combined: UInt8 = 0
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let content = UnsafeBufferPointer(start: bytes + start, count: position - start)
        position += 1
        if combined < 0x80 { return String(decoding: content, as: UTF8.self) }
        guard let string = String(validating: content, as: UTF8.self) else { throw invalidUTF8(from: start) }
        return string
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      if byte < 0x20 { throw error(.controlCharacter) }
      combined |= byte
      position += 1
    }
    throw unterminated(from: start)
  }

  /// Reads the rest of a string with escapes; the position is at the first of them.
  private mutating func escapedString(from start: Int) throws(JSONParseError) -> String {
    var content = Array(UnsafeBufferPointer(start: bytes + start, count: position - start))
    while position < count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        // Escapes are ASCII, so the content is valid exactly when the source is.
        guard let string = String(validating: content, as: UTF8.self) else { throw invalidUTF8(from: start) }
        position += 1
        return string
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw error(.controlCharacter)
      default:
        content.append(byte)
        position += 1
      }
    }
    throw unterminated(from: start)
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONParseError) {
    let start = position
    guard position + 1 < count else {
      position = count
      throw error(.unexpectedEnd)
    }
    let selector = bytes[position + 1]
    position += 2
    switch selector {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(selector)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0c)
    case UInt8(ascii: "n"): content.append(0x0a)
    case UInt8(ascii: "r"): content.append(0x0d)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: UTF8.encode(try escapedScalar(from: start)) ?? .init())
    default: throw JSONParseError(kind: .invalidEscape, offset: start)
    }
  }

  /// Reads the digits of `\u` and, after a high surrogate, the low one's escape.
  private mutating func escapedScalar(from start: Int) throws(JSONParseError) -> Unicode.Scalar {
    let lone = JSONParseError(kind: .loneSurrogate, offset: start)
    let first = try codeUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), position + 1 < count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw lone }
    let secondStart = position
    position += 2
    let second = try codeUnit(from: secondStart)
    guard UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) & 0x3ff) << 10) + (UInt32(second) & 0x3ff))
    else { throw lone }
    return scalar
  }

  private mutating func codeUnit(from start: Int) throws(JSONParseError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < count else { throw error(.unexpectedEnd) }
      let digit: UInt8
      switch bytes[position] {
      case let byte where byte &- UInt8(ascii: "0") < 10: digit = byte &- UInt8(ascii: "0")
      case let byte where (byte | 0x20) &- UInt8(ascii: "a") < 6: digit = (byte | 0x20) &- UInt8(ascii: "a") &+ 10
      default: throw JSONParseError(kind: .invalidEscape, offset: start)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Makes the error for an unterminated string. Invalid bytes are reported first, except that a text cut off inside a
  /// character is reported as cut off.
  private func unterminated(from start: Int) -> JSONParseError {
    JSONParseError(kind: .unexpectedEnd, offset: count)
  }

  /// Finds the first ill-formed sequence. It is called only if there is one.
  private func invalidUTF8(from start: Int) -> JSONParseError {
    var decoder = UTF8()
    var iterator = UnsafeBufferPointer(start: bytes + start, count: count - start).makeIterator()
    var offset = start
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return JSONParseError(kind: .invalidUTF8, offset: offset)
  }
}
