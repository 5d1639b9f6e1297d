/// A recursive descent parser over bytes. It borrows the buffer, so it must not outlive the call that made it.
struct JSONScanner {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let maximumDepth: Int
  var position = 0
  private var valuesLeft: Int

  init(_ buffer: UnsafeRawBufferPointer, maximumDepth: Int, maximumValues: Int = .max) {
    let typed = buffer.assumingMemoryBound(to: UInt8.self)
    count = typed.count
    // An empty buffer has no address. This placeholder is never read because `count` is 0.
    bytes = typed.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    self.maximumDepth = maximumDepth
    valuesLeft = maximumValues
  }

  var isAtEnd: Bool { position == count }

  mutating func document() throws(JSONParseError) -> JSONValue {
    if count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { throw error(.byteOrderMark) }
    skipWhitespace()
    if isAtEnd { throw error(.empty) }
    let value = try value(depth: 0)
    skipWhitespace()
    if !isAtEnd { throw error(.trailingContent) }
    return value
  }

  mutating func value(depth: Int) throws(JSONParseError) -> JSONValue {
    guard position < count else { throw error(.unexpectedEnd) }
    guard valuesLeft > 0 else { throw error(.tooManyValues) }
    valuesLeft -= 1
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    case let byte: throw error(.unexpectedByte(byte))
    }
  }

  private mutating func object(depth: Int) throws(JSONParseError) -> JSONObject {
    guard depth <= maximumDepth else { throw error(.tooDeep) }
    position += 1
    skipWhitespace()
    var object = JSONObject()
    if take(UInt8(ascii: "}")) { return object }
    object.reserveCapacity(4)
    while true {
      guard position < count else { throw error(.unexpectedEnd) }
      guard bytes[position] == UInt8(ascii: "\"") else { throw error(.unexpectedByte(bytes[position])) }
      let nameOffset = position
      let name = try string()
      skipWhitespace()
      try expect(UInt8(ascii: ":"))
      skipWhitespace()
      let value = try value(depth: depth)
      guard object.appendIfAbsent(JSONObject.Member(name: name, value: value)) else {
        throw JSONParseError(kind: .duplicateMember, offset: nameOffset)
      }
      skipWhitespace()
      if take(UInt8(ascii: "}")) { return object }
      try expect(UInt8(ascii: ","))
      skipWhitespace()
    }
  }

  private mutating func array(depth: Int) throws(JSONParseError) -> [JSONValue] {
    guard depth <= maximumDepth else { throw error(.tooDeep) }
    position += 1
    skipWhitespace()
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth))
      skipWhitespace()
      if take(UInt8(ascii: "]")) { return elements }
      try expect(UInt8(ascii: ","))
      skipWhitespace()
    }
  }

  private mutating func literal(_ text: StaticString) throws(JSONParseError) {
    for offset in 0..<text.utf8CodeUnitCount {
      guard position < count else { throw error(.unexpectedEnd) }
      guard bytes[position] == text.utf8Start[offset] else { throw error(.unexpectedByte(bytes[position])) }
      position += 1
    }
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < count {
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8) throws(JSONParseError) {
    guard position < count else { throw error(.unexpectedEnd) }
    guard bytes[position] == byte else { throw error(.unexpectedByte(bytes[position])) }
    position += 1
  }

  func error(_ kind: JSONParseError.Kind) -> JSONParseError {
    JSONParseError(kind: kind, offset: position)
  }
}
