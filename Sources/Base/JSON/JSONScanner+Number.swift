extension JSONScanner {
  /// Reads the number that starts at the position (RFC 8259 section 6).
  mutating func number() throws(JSONParseError) -> JSONNumber {
    let start = position
    let negative = take(UInt8(ascii: "-"))
    let firstDigit = position
    var value: Int64 = 0
    while let digit = digit() {
      // This overflows only beyond 18 digits, in which case the text is stored instead.
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    let digits = position - firstDigit
    guard digits > 0 else { throw error(isAtEnd ? .unexpectedEnd : .invalidNumber) }
    guard digits == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
      throw JSONParseError(kind: .invalidNumber, offset: firstDigit)
    }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
    if isInteger, digits <= 18, !(negative && value == 0) {
      return JSONNumber(storage: .integer(negative ? -value : value))
    }
    let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: position - start), as: UTF8.self)
    return JSONNumber(storage: .text(text))
  }

  @inline(__always)
  private func digit() -> UInt8? {
    guard position < count else { return nil }
    let digit = bytes[position] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  private mutating func skipDigits() throws(JSONParseError) {
    let start = position
    while digit() != nil { position += 1 }
    guard position > start else { throw error(isAtEnd ? .unexpectedEnd : .invalidNumber) }
  }
}
