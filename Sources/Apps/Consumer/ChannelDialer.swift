public import Transport
import WebSocketTransport

/// Opens channels to a provider. Apps need not know of it; tests put their own in its place.
public protocol ChannelDialer: Sendable {
  /// A fresh channel to a URL of a discovery file.
  ///
  /// - Throws: `ConnectError`.
  func dial(_ url: String) async throws(ConnectError) -> any MessageChannel

  /// No more channels are wanted, and those that there are have been closed.
  func stop() async
}

/// Opens WebSockets, on a thread of its own that starts with the first.
public actor WebSocketDialer: ChannelDialer {
  private enum State {
    case idle
    case running(ServiceThread)
    case stopped
  }

  private var state = State.idle

  /// A dialer without a thread yet.
  public init() {}

  /// Connects.
  ///
  /// - Throws: `ConnectError`; `.stopped` also where the system has no thread to give.
  public func dial(_ url: String) async throws(ConnectError) -> any MessageChannel {
    try await WebSocketConnector.connect(to: url, on: thread())
  }

  /// Stops the thread.
  public func stop() async {
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
