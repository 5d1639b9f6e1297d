import TerminalUI

/// A text in a frame, as wide as the window allows. The frame is on this person's side or on the other side.
struct Bubble {
  /// A part of the text, which is broken into rows if it is too wide.
  struct Part {
    let text: String
    let tone: TextStyle.Tone

    init(_ text: String, _ tone: TextStyle.Tone = .plain) {
      self.text = text
      self.tone = tone
    }

    /// Creates a part with commands, each of which stays in one piece if the row is wide enough.
    static func commands(_ commands: [String]) -> Part {
      Part(commands.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: "\u{A0} "), .faint)
    }

    /// Returns the rows. Non-breaking spaces are replaced by ordinary ones, so that commands can be copied.
    func rows(columns: Int) -> [String] {
      TextWrapping.rows(text, columns: columns).map { $0.replacing("\u{A0}", with: " ") }
    }
  }

  /// The greatest width of the text, without the frame.
  private static let widest = 56
  /// The width of a window below which no frame is drawn.
  private static let narrowest = 28

  /// Returns the number of columns to use in a window of this width. It is limited so that the two sides stay close
  /// together in a wide window. The last column stays free, because a full row makes some terminals begin another one.
  static func room(in width: Int) -> Int { max(1, min(width, 100) - 1) }

  let title: String
  let parts: [Part]
  let isMine: Bool

  /// Returns the rows, none of which is wider than the window.
  func rows(width: Int, style: TextStyle) -> [String] {
    let room = Self.room(in: width)
    guard room >= Self.narrowest else { return plainRows(max(1, room), style) }
    // All frames have the same width, so that they do not move when their text changes.
    let inner = min(Self.widest, max(Self.narrowest - 4, room - 4 - min(8, room / 8)))
    let indent = isMine ? String(repeating: " ", count: room - inner - 4) : ""
    let head = "─ \(DisplayWidth.truncated(title, columns: inner - 2)) "
    let rule = String(repeating: "─", count: max(0, inner + 2 - DisplayWidth.columns(head)))
    var rows = [indent + style.text("╭" + head + rule + "╮", .faint)]
    for part in parts {
      for row in part.rows(columns: inner) {
        let padding = String(repeating: " ", count: inner - DisplayWidth.columns(row))
        rows.append(
          "\(indent)\(style.text("│", .faint)) \(style.text(row, part.tone))\(padding) \(style.text("│", .faint))")
      }
    }
    rows.append(indent + style.text("╰" + String(repeating: "─", count: inner + 2) + "╯", .faint))
    return rows
  }

  private func plainRows(_ width: Int, _ style: TextStyle) -> [String] {
    ([Part(title, .faint)] + parts).flatMap { part in
      part.rows(columns: width).map { style.text($0, part.tone) }
    }
  }
}

extension CardBubble {
  func rows(width: Int, style: TextStyle) -> [String] { bubble.rows(width: width, style: style) }

  /// The card as a bubble.
  var bubble: Bubble {
    var parts = [Bubble.Part(title), Bubble.Part(sum, .strong)]
    if let note { parts.append(Bubble.Part(note)) }
    parts.append(Bubble.Part("\(track) \(state)", tone))
    if let problem { parts.append(Bubble.Part(problem, .warning)) }
    if !actions.isEmpty { parts.append(.commands(actions)) }
    return Bubble(
      title: [String(number), LocalTime.timeOfDay(sentAt), place].compactMap(\.self).joined(separator: " · "),
      parts: parts,
      isMine: isMine)
  }
}
