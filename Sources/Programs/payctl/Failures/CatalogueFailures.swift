import Consumer
import Files
import TerminalUI

extension CatalogueError {
  /// The failure to report for a catalogue folder that cannot be used, with advice.
  var commandFailure: CommandFailure {
    switch self {
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      CommandFailure(
        .config, reason: "catalogue_unsafe", "The catalogue cannot be trusted: \(name), \(danger.sentence).",
        advice: "Its owner must be you, the mode of files 0600 and that of folders 0700.")
    case .file(let name, let error):
      CommandFailure(
        .ioError, reason: "catalogue_unreadable", "\(name) of the catalogue cannot be read (\(error)).",
        advice: "Give --folder the .services folder in the state folder of payd.")
    case .document(let name, let failure):
      CommandFailure(.dataError, reason: "catalogue_malformed", "\(name) of the catalogue is wrong: \(failure).")
    case .unknownService:
      CommandFailure(
        FailureReason.serviceNotFound.exitStatus, reason: FailureReason.serviceNotFound.rawValue,
        FailureReason.serviceNotFound.message, advice: FailureReason.serviceNotFound.advice)
    }
  }
}
