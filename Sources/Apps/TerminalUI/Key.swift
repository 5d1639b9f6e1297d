/// A key that was pressed.
package enum Key: Sendable, Hashable {
  /// A character that was typed or pasted.
  case character(Character)
  case enter
  case backspace
  case escape
  case tab
  /// Ctrl with a letter, in lowercase.
  case control(Character)
}

/// Decodes keys from the bytes of a terminal that does not edit lines. Cursor keys and other keys that send escape
/// sequences are ignored.
package struct KeyDecoder: Sendable {
  private enum State {
    case plain
    case escape
    /// The decoder is in a sequence after `ESC [` or `ESC O`, before its final byte.
    case sequence
  }

  private var state = State.plain
  private var scalars = ScalarReader()

  /// Creates a decoder.
  package init() {}

  /// Returns the keys that these bytes complete. An escape at the end is the Escape key, because terminals send
  /// sequences in one piece.
  package mutating func keys(adding bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      switch state {
      case .plain:
        if byte == 0x1B { state = .escape } else { keys += plain(byte) }
      case .escape:
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
          state = .sequence
        } else {
          // A combination of Alt with a key is ignored.
          state = .plain
        }
      case .sequence:
        if (0x40...0x7E).contains(byte) { state = .plain }
      }
    }
    if case .escape = state {
      state = .plain
      keys.append(.escape)
    }
    return keys
  }

  private mutating func plain(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x0D, 0x0A: [.enter]
    case 0x09: [.tab]
    case 0x08, 0x7F: [.backspace]
    case 0x01...0x1A: [.control(Character(Unicode.Scalar(byte + 0x60)))]
    case 0..<0x20: []
    default: scalars.scalar(adding: byte).map { [.character(Character($0))] } ?? []
    }
  }
}

/// Decodes UTF-8 one byte at a time. Bytes that are not UTF-8 become U+FFFD.
struct ScalarReader {
  private var bytes: [UInt8] = []

  /// Returns the scalar that the byte completes; `nil` if more bytes are needed.
  mutating func scalar(adding byte: UInt8) -> Unicode.Scalar? {
    bytes.append(byte)
    let expected =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let isContinued = bytes.count == 1 || byte & 0xC0 == 0x80
    guard bytes.count == expected || !isContinued else { return nil }
    let whole = exchange(&bytes, with: [])
    return isContinued ? String(decoding: whole, as: UTF8.self).unicodeScalars.first : "\u{FFFD}"
  }
}
