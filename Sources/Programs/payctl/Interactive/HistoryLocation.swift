import Consumer
import TerminalUI

/// The location of the prompt's history, which is beside the app's own files.
enum HistoryLocation {
  static func file(_ options: GlobalOptions) -> HistoryFile {
    let folder = ConsumerService.directories(options).consumer(appID: ConsumerService.manifest.appID)
    return HistoryFile(path: folder + "/history")
  }
}
