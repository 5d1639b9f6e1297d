import AppTerminal
import ChatPayments
import DesktopLinks
import Links
import TerminalUI

extension LinkError {
  /// Why a link was not read.
  var commandFailure: CommandFailure {
    CommandFailure(
      .dataError, reason: "invalid_link", "This is no link that can be opened: \(words).",
      advice: self == .unknownKind ? "It may need a newer payctl." : "Go back to where it came from.")
  }
}

extension CardLinkError {
  /// Why a link is no card.
  var commandFailure: CommandFailure {
    switch self {
    case .newer:
      CommandFailure(
        .dataError, reason: "newer_card", "This card is of a later version than this payctl knows.",
        advice: "The text of the message says what it is about.")
    case .tooLong, .malformed, .terms:
      CommandFailure(
        .dataError, reason: "invalid_card", "This link holds no card.",
        advice: "The text of the message may say what it is about.")
    }
  }
}

extension DesktopLinkError {
  /// Why the desktop did not do it.
  var commandFailure: CommandFailure {
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
