import ChatTransports
import TerminalUI

/// Explains why a relay cannot run or be reached.
enum RelayText {
  /// Returns the failure to report for a relay that cannot run.
  static func failure(_ error: RelayServerError, name: String) -> CommandFailure {
    switch error {
    case .invalidName:
      CommandFailure(
        .usage, reason: "usage", localized("'\(name.prefix(64))' cannot be a relay's name."),
        advice: localized("1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or digit."))
    case .alreadyRuns:
      CommandFailure(
        .unavailable, reason: "already_runs", localized("A relay \(name) runs already."),
        advice: localized("Use it, or give this one another name."))
    case .file(let file, let error):
      CommandFailure(
        .ioError, reason: "relay_files", localized("The relay's files cannot be used: \(file) (\(error))."))
    case .damaged(let file):
      CommandFailure(
        .config, reason: "relay_damaged", localized("The relay's file \(file) is damaged."),
        advice: localized("Move it away to begin without."))
    case .listen, .thread, .random:
      CommandFailure(.osError, reason: "system", localized("The system does not let the relay listen (\(error))."))
    }
  }

  /// Returns the failure to report for a chat that cannot reach its relay.
  static func failure(_ error: RelayChatError, name: String, person: String) -> CommandFailure {
    switch error {
    case .relay(.notRunning), .unreachable:
      CommandFailure(
        .unavailable, reason: "no_relay", localized("The relay \(name) is not running."),
        advice: localized("Start it in another terminal: paychat relay \(name)"))
    case .relay(.file(let error)):
      CommandFailure(
        .config, reason: "relay_unsafe", localized("The relay's file cannot be used (\(error))."),
        advice: localized("Its owner must be you, its mode 0600 and its folder's 0700."))
    case .relay(.malformed), .wrongRelay:
      CommandFailure(
        .protocolError, reason: "wrong_relay", localized("The program that answers is not the relay \(name)."),
        advice: localized("End it, remove its file from the runtime folder, and start it again."))
    case .nameTaken:
      CommandFailure(
        .notPermitted, reason: "name_taken", localized("The name \(person) belongs to somebody else at this relay."),
        advice: localized("Take another one with --as, or use the --state folder of the one who has it."))
    case .invalidName:
      CommandFailure(.usage, reason: "usage", localized("'\(person.prefix(64))' cannot be a name at a relay."))
    case .key(let error):
      CommandFailure(
        .ioError, reason: "relay_key", localized("The key that proves your name cannot be used (\(error))."))
    case .chat(let error): ChatFailureText.failure(for: error)
    case .system:
      CommandFailure(.osError, reason: "system", localized("The system could not provide a thread or random bytes."))
    }
  }
}
