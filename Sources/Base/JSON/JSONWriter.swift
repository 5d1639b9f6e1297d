/// Appends JSON text to a byte buffer. The writer adds commas, colons and indentation. The caller has to alternate
/// names and values in objects and has to close every container.
public struct JSONWriter: Sendable {
  /// The layout of the text.
  public enum Style: Sendable {
    /// Without any white space, for the wire.
    case compact
    /// With line breaks and an indent of two spaces, for people and files.
    case pretty
  }

  /// The state that decides what is written before the next token.
  private enum State {
    case start, afterName, afterValue
  }

  /// The text so far.
  public private(set) var bytes: [UInt8]
  private let style: Style
  private var state = State.start
  private var depth = 0

  /// Makes a writer with an empty buffer of the given capacity in bytes.
  public init(style: Style = .compact, capacity: Int = 256) {
    self.style = style
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Makes a writer that appends to the content of a buffer. Nothing is put before the first token.
  public init(appendingTo bytes: consuming [UInt8]) {
    style = .compact
    self.bytes = bytes
  }

  /// Opens an object.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the object.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Opens an array.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Closes the array.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a member's name. Its value must follow.
  public mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    state = .afterName
  }

  /// Writes `null`.
  public mutating func null() { token("null") }
  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) { token(value ? "true" : "false") }

  /// Writes a string.
  public mutating func string(_ value: String) {
    separate()
    quote(value)
    state = .afterValue
  }

  /// Writes a number exactly as it was written originally.
  public mutating func number(_ value: JSONNumber) {
    switch value.storage {
    case .integer(let integer): self.integer(integer)
    case .text(let text):
      separate()
      append(utf8: text)
      state = .afterValue
    }
  }

  /// Writes an integer.
  public mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
    separate()
    if let small = Int64(exactly: value) { append(decimal: small) } else { append(utf8: String(value)) }
    state = .afterValue
  }

  /// Writes bytes that are already one JSON value, unchanged and in any style.
  public mutating func raw(_ value: RawJSON) {
    separate()
    bytes.append(contentsOf: value.bytes)
    state = .afterValue
  }

  /// Writes a whole value.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        name(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    state = .start
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if style == .pretty, state == .afterValue { breakLine() }
    bytes.append(bracket)
    state = .afterValue
  }

  private mutating func token(_ text: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    state = .afterValue
  }

  @inline(__always)
  private mutating func separate() {
    if state == .afterValue { bytes.append(UInt8(ascii: ",")) }
    if style == .pretty, state != .afterName, depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * max(depth, 0)))
  }
}

extension JSONWriter {
  private mutating func append(utf8 text: String) {
    let appended: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if appended == nil { bytes.append(contentsOf: Array(text.utf8)) }
  }

  private mutating func append(decimal value: Int64) {
    var magnitude = value.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if value < 0 {
        first -= 1
        digits[first] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let quoted: Void? = text.utf8.withContiguousStorageIfAvailable { append(escaping: $0) }
    if quoted == nil { Array(text.utf8).withUnsafeBufferPointer { append(escaping: $0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies runs of characters without escapes at once, so that a plain string is one copy.
  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for position in 0..<text.count {
      let byte = text[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
      runStart = position + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0a: bytes.append(UInt8(ascii: "n"))
      case 0x0c: bytes.append(UInt8(ascii: "f"))
      case 0x0d: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20:
        let hexadecimal: StaticString = "0123456789abcdef"
        bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
        bytes.append(hexadecimal.utf8Start[Int(byte >> 4)])
        bytes.append(hexadecimal.utf8Start[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
  }
}

extension JSONValue {
  /// The JSON text in UTF-8.
  public func encoded(style: JSONWriter.Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.value(self)
    return writer.bytes
  }

  /// The JSON text.
  public func text(style: JSONWriter.Style = .compact) -> String {
    String(decoding: encoded(style: style), as: UTF8.self)
  }
}
