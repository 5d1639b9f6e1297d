/// The progress of a wait, as a line that is redrawn in place on a terminal.
///
/// On other outputs a line is appended only when the milestone changes, so that a countdown does not fill a log. A
/// value belongs to one task. Texts are made safe with ``SafeText``.
package struct Progress: Sendable {
  private let terminal: Terminal
  private let stream: Terminal.Stream
  private let live: Bool
  private var milestone: String?
  private var drawn = false

  /// Creates a progress line. By default it is on the error stream, so that the other stream has only results.
  package init(terminal: Terminal, stream: Terminal.Stream = .error) {
    self.terminal = terminal
    self.stream = stream
    live = terminal.canRedraw(stream)
  }

  /// Shows the progress.
  ///
  /// - Parameters:
  ///   - milestone: a text that is worth a line of its own, such as `confirmations 1/6`.
  ///   - detail: a text that changes often and is shown only if the line is redrawn, such as `2:31 left`.
  package mutating func update(_ milestone: String, detail: String? = nil) throws(TerminalError) {
    if live {
      let text = SafeText(detail.map { "\(milestone)  \($0)" } ?? milestone).text
      // One column stays free, because a full line would wrap and could not be redrawn in place.
      let line = DisplayWidth.truncated(text, columns: max(1, terminal.width(stream) - 1))
      try terminal.write("\r\(line)\u{1B}[K", to: stream)
      drawn = true
    } else if milestone != self.milestone {
      try terminal.write(SafeText(milestone).text + "\n", to: stream)
    }
    self.milestone = milestone
  }

  /// Ends the wait, and removes or keeps the progress line.
  package mutating func finish(keepingLine: Bool = false) throws(TerminalError) {
    if drawn { try terminal.write(keepingLine ? "\n" : "\r\u{1B}[K", to: stream) }
    drawn = false
  }
}
