import Logging
import Synchronization

/// A log that keeps the messages of its lines.
final class KeptLines: LogHandler {
  let said = Mutex<[String]>([])
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { said.withLock { $0.append("\(event.message)") } }
}
