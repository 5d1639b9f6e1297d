import TerminalUI

/// Lines that scroll up, and below them the prompt, drawn again whenever something was written above it.
struct ConsoleScreen {
  let terminal: Terminal
  /// Whether the prompt is drawn; otherwise only lines are written.
  let drawsPrompt: Bool
  private var drawn = ""

  init(_ terminal: Terminal, drawsPrompt: Bool) {
    self.terminal = terminal
    self.drawsPrompt = drawsPrompt
  }

  /// Writes lines above the prompt.
  mutating func write(_ lines: [String]) throws(TerminalError) {
    try terminal.write((drawsPrompt ? "\r\u{1B}[2K" : "") + lines.map { $0 + "\n" }.joined())
    drawn = ""
  }

  /// Draws the prompt, if it is another one than is shown.
  mutating func draw(_ prompt: String) throws(TerminalError) {
    guard drawsPrompt, prompt != drawn else { return }
    try terminal.write("\r\u{1B}[2K" + prompt)
    drawn = prompt
  }

  /// Leaves the terminal to the shell.
  mutating func end() throws(TerminalError) {
    guard drawsPrompt else { return }
    try terminal.write("\r\u{1B}[2K")
  }

  /// Rings.
  func bell() throws(TerminalError) {
    if terminal.isTTY(.output) { try terminal.write("\u{7}") }
  }
}
