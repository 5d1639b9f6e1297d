import Platform
import TerminalUI

/// The source of a script's lines.
enum ScriptFile {
  /// Returns a terminal whose input is the script. Without a script, or if it is standard input, the terminal is
  /// unchanged.
  ///
  /// - Throws: ``CommandFailure``.
  static func terminal(_ path: String?, _ terminal: Terminal) throws(CommandFailure) -> Terminal {
    guard let path, path != "-" else { return terminal }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .ioError, reason: "script", "The script \(path) cannot be read (\(SystemErrorText.text(of: errno))).")
    }
    // The file stays open until the program ends.
    return Terminal(input: descriptor, output: terminal.descriptor(.output), error: terminal.descriptor(.error))
  }
}
