import Platform
import TerminalUI

/// Where a script's lines come from.
enum ScriptFile {
  /// The terminal with the script as its input; as it is where there is no script, or it is standard input.
  ///
  /// - Throws: ``CommandFailure``.
  static func terminal(_ path: String?, _ terminal: Terminal) throws(CommandFailure) -> Terminal {
    guard let path, path != "-" else { return terminal }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .ioError, reason: "script", "The script \(path) cannot be read (\(SystemErrorText.text(of: errno))).")
    }
    // It stays open as long as the program runs.
    return Terminal(input: descriptor, output: terminal.descriptor(.output), error: terminal.descriptor(.error))
  }
}
