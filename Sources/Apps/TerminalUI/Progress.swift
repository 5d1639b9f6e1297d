/// The state of a wait, as one line that is drawn again in place on a TTY.
///
/// Elsewhere a line is appended only when the milestone changes, so that a countdown does not fill a log. It belongs to
/// one task; the text is made safe (``SafeText``).
package struct Progress: Sendable {
  private let terminal: Terminal
  private let stream: Terminal.Stream
  private let live: Bool
  private var milestone: String?
  private var drawn = false

  /// A progress line, by default on the stream of errors so that results stay alone on the other.
  package init(terminal: Terminal, stream: Terminal.Stream = .error) {
    self.terminal = terminal
    self.stream = stream
    live = terminal.canRedraw(stream)
  }

  /// Shows how far it is.
  ///
  /// - Parameters:
  ///   - milestone: what is worth a line of its own, such as `confirmations 1/6`.
  ///   - detail: what changes all the time and is shown only where the line is redrawn, such as `2:31 left`.
  /// - Throws: ``TerminalError``.
  package mutating func update(_ milestone: String, detail: String? = nil) throws(TerminalError) {
    if live {
      let text = SafeText(detail.map { "\(milestone)  \($0)" } ?? milestone).text
      // One column stays free: a full line would wrap, and the next one would be drawn below it.
      let line = DisplayWidth.truncated(text, columns: max(1, terminal.width(stream) - 1))
      try terminal.write("\r\(line)\u{1B}[K", to: stream)
      drawn = true
    } else if milestone != self.milestone {
      try terminal.write(SafeText(milestone).text + "\n", to: stream)
    }
    self.milestone = milestone
  }

  /// Writes lines above the live line, which is drawn again by the next update.
  ///
  /// - Throws: ``TerminalError``.
  package mutating func interrupt(with lines: [String]) throws(TerminalError) {
    if drawn { try terminal.write("\r\u{1B}[K", to: stream) }
    drawn = false
    try terminal.writeLines(lines, to: stream)
  }

  /// Ends the wait: the live line is removed, or kept as it is.
  ///
  /// - Throws: ``TerminalError``.
  package mutating func finish(keepingLine: Bool = false) throws(TerminalError) {
    if drawn { try terminal.write(keepingLine ? "\n" : "\r\u{1B}[K", to: stream) }
    drawn = false
  }
}
