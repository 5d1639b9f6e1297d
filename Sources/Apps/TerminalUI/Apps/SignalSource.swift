package import Dispatch

extension DispatchSourceSignal {
  /// Begins to call the handler. A source is registered by another thread, and the signal, which is ignored otherwise, would be
  /// lost until then: when this returns, it is registered.
  package func begin(_ handler: @escaping @Sendable () -> Void) {
    let registered = DispatchSemaphore(value: 0)
    setEventHandler(handler: handler)
    setRegistrationHandler { registered.signal() }
    resume()
    registered.wait()
  }
}
