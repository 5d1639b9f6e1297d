import QRCodes

/// The way in which a code is drawn with characters.
package enum QRCodeStyle: Sendable, Equatable {
  /// Each character shows two modules, black on white with explicit colours. This works on every terminal with colours.
  case colored
  /// Each character shows two modules, for light text on a dark background. The light modules are drawn.
  case lightOnDark
  /// Each character shows two modules, for dark text on a light background. The dark modules are drawn.
  case darkOnLight
  /// Each module is `##` or two spaces, for light text on a dark background without Unicode.
  case ascii

  /// Returns the style for a stream. Without colours it is the style for a dark background,
  /// and where the terminal has no such characters the one without them.
  package static func fitting(_ terminal: Terminal, _ stream: Terminal.Stream = .output) -> QRCodeStyle {
    guard terminal.characters(stream) == .all else { return .ascii }
    return terminal.allowsColor(stream) ? .colored : .lightOnDark
  }

  fileprivate var columnsPerModule: Int { self == .ascii ? 2 : 1 }
}

extension QRCode {
  /// Returns the code as lines of text, with its quiet zone, which has four modules according to the standard.
  package func lines(style: QRCodeStyle, quietZone: Int = 4) -> [String] {
    let range = -quietZone..<side + quietZone
    if style == .ascii {
      return range.map { row in range.map { isDark(row: row, column: $0) ? "  " : "##" }.joined() }
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let isLast = row + 1 == range.upperBound
      let characters = range.map { column -> Character in
        let drawn = style == .lightOnDark
        // There is no module below the last row, so the lower half of the character shows the terminal's background.
        return Self.halfBlock(
          upper: isDark(row: row, column: column) != drawn,
          lower: isLast ? false : isDark(row: row + 1, column: column) != drawn)
      }
      guard style == .colored else { return String(characters) }
      return "\u{1B}[38;5;16;48;5;231m\(String(characters))\u{1B}[0m"
    }
  }

  /// Returns the number of columns of a drawing.
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
