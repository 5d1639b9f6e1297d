package import Transport
import WebSocketTransport

/// Opens channels to providers.
package protocol ChannelDialer: Sendable {
  /// Opens a channel to the URL of a discovery file.
  ///
  /// - Throws: `ConnectError`.
  func dial(_ url: String) async throws(ConnectError) -> any MessageChannel

  /// Called when no channel is open any more, and none will be opened.
  func stop() async
}

/// Opens WebSockets on a thread of its own, which starts with the first channel.
actor WebSocketDialer: ChannelDialer {
  private enum State {
    case idle
    case running(ServiceThread)
    case stopped
  }

  private var state = State.idle

  /// Creates a dialer. Its thread does not run yet.
  init() {}

  /// Opens a WebSocket to the URL of a discovery file.
  ///
  /// - Throws: `ConnectError`; it is `.stopped` also if the system could not provide a thread.
  func dial(_ url: String) async throws(ConnectError) -> any MessageChannel {
    try await WebSocketConnector.connect(to: url, on: thread())
  }

  /// Stops the thread. No channel is open any more, and none will be opened.
  func stop() async {
    if case .running(let thread) = state { await thread.stop() }
    state = .stopped
  }

  private func thread() throws(ConnectError) -> ServiceThread {
    switch state {
    case .running(let thread): return thread
    case .stopped: throw .stopped
    case .idle:
      do {
        let thread = try ServiceThread(name: "payport-client")
        state = .running(thread)
        return thread
      } catch {
        throw .stopped
      }
    }
  }
}
