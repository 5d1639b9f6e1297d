package import DesktopLinks

extension DesktopLinkError {
  /// The failure to report if the desktop could not open or install a link.
  package var commandFailure: CommandFailure {
    switch self {
    case .missing(let program):
      CommandFailure(
        .unavailable, reason: "no_desktop", "The program \(program) is not installed.",
        advice: "On Debian it is in the package xdg-utils.")
    case .failed(let program, let status):
      CommandFailure(.unavailable, reason: "desktop_failed", "\(program) failed with status \(status).")
    case .file(let path):
      CommandFailure(.ioError, reason: "file", "The file \(path) cannot be written or removed.")
    case .unusableProgram(let path):
      CommandFailure(
        .config, reason: "unusable_path", "The path \(path) cannot stand in a desktop entry.",
        advice: "Move the program to a folder with a plain name.")
    case .unsupported:
      CommandFailure(.unavailable, reason: "unsupported", "This system has no desktop entries.")
    }
  }
}
