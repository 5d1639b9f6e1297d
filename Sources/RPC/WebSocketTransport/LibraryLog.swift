import CLibWebSockets
import Synchronization

/// Where the library's own words go: it has one logger for the whole process.
enum LibraryLog {
  private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Sends warnings and errors to a closure, from now on.
  static func route(to log: @escaping @Sendable (String) -> Void) {
    sink.withLock { $0 = log }
    lws_set_log_level(LLL_ERR | LLL_WARN) { _, line in
      guard let line else { return }
      let text = String(cString: line)
      LibraryLog.sink.withLock { $0 }?(text)
    }
  }

  /// Makes the library silent, unless somebody listens.
  static func silenceUnlessRouted() {
    sink.withLock { sink in
      if sink == nil { lws_set_log_level(0, nil) }
    }
  }
}
