import Consumer
import TerminalUI

/// Where the lines typed at the prompt are kept: beside the app's own files.
enum HistoryLocation {
  static func file(_ options: GlobalOptions) -> HistoryFile {
    let folder = ConsumerService.directories(options).consumer(appID: ConsumerService.manifest.appID)
    return HistoryFile(path: folder + "/history")
  }
}
