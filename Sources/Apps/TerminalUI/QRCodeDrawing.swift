/// How a code is drawn with characters.
package enum QRCodeStyle: Sendable, Equatable {
  /// Two modules in one character, black on white by explicit colours: right on every terminal that has colours.
  case colored
  /// Two modules in one character, for light text on a dark background: what is light is drawn.
  case lightOnDark
  /// Two modules in one character, for dark text on a light background: what is dark is drawn.
  case darkOnLight
  /// `##` or two spaces per module, for light text on a dark background where Unicode is not shown.
  case ascii

  /// The style that a stream can show: with colours if they are allowed, otherwise for a dark background.
  package static func fitting(_ terminal: Terminal, _ stream: Terminal.Stream = .output) -> QRCodeStyle {
    terminal.allowsColor(stream) ? .colored : .lightOnDark
  }

  fileprivate var columnsPerModule: Int { self == .ascii ? 2 : 1 }
}

extension QRCode {
  /// The code as lines of text with its quiet zone (four modules by the standard).
  package func lines(style: QRCodeStyle, quietZone: Int = 4) -> [String] {
    let range = -quietZone..<side + quietZone
    if style == .ascii {
      return range.map { row in range.map { isDark(row: row, column: $0) ? "  " : "##" }.joined() }
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let isLast = row + 1 == range.upperBound
      let characters = range.map { column -> Character in
        let drawn = style == .lightOnDark
        // Below the last row there is nothing: the other half of the character shows the terminal's background.
        return Self.halfBlock(
          upper: isDark(row: row, column: column) != drawn,
          lower: isLast ? false : isDark(row: row + 1, column: column) != drawn)
      }
      guard style == .colored else { return String(characters) }
      return "\u{1B}[38;5;16;48;5;231m\(String(characters))\u{1B}[0m"
    }
  }

  /// The columns that a drawing takes.
  package func columns(style: QRCodeStyle, quietZone: Int = 4) -> Int {
    (side + 2 * quietZone) * style.columnsPerModule
  }

  private static func halfBlock(upper: Bool, lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
