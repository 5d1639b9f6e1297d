import CLibWebSockets
import Synchronization

/// The destination of the library's log messages. The library has one logger for the whole process.
enum LibraryLog {
  private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Passes warnings and errors to a closure from now on.
  static func route(to log: @escaping @Sendable (String) -> Void) {
    sink.withLock { $0 = log }
    lws_set_log_level(LLL_ERR | LLL_WARN) { _, line in
      guard let line else { return }
      let text = String(cString: line)
      LibraryLog.sink.withLock { $0 }?(text)
    }
  }

  /// Silences the library's log, unless a closure has been set.
  static func silenceUnlessRouted() {
    sink.withLock { sink in
      if sink == nil { lws_set_log_level(0, nil) }
    }
  }
}
