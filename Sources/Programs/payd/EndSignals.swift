import Dispatch
import Platform
import TerminalUI

/// The signals by which a person or the system ends a command that has something to put back first.
enum EndSignals {
  /// Calls `end` for each of them, in place of what they do otherwise, until the sources are cancelled.
  static func handle(_ end: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGTERM, SIGHUP, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.begin(end)
      return source
    }
  }
}
