import Dispatch
import Platform

/// The signals by which a person or the system ends a command that has something to put back first.
enum EndSignals {
  /// Calls `end` for each of them, in place of what they do otherwise, until the sources are cancelled.
  static func handle(_ end: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGTERM, SIGHUP, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler(handler: end)
      // Until it is registered, which another thread does, a signal is lost.
      let registered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      registered.wait()
      return source
    }
  }
}
