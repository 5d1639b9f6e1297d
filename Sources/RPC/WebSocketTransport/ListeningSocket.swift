import CLibWebSockets
import Transport

/// One listening socket, polled by the library and accepted by us: so that its errors are known, and a connection is
/// checked before the library sees it. On the service thread.
///
/// `@unchecked Sendable`: used on the service thread only, where the timer that captures it fires too.
final class ListeningSocket: SocketOwner, @unchecked Sendable {
  private static let acceptsAtOnce = 16
  private static let pauseWhenExhausted = Duration.milliseconds(100)

  private let descriptor: Int32
  private let address: SocketAddress
  // The listener holds the door, the door the listener, until the socket is destroyed.
  private var listener: ListenerCore?
  private var socket: OpaquePointer?

  init(_ bound: ListeningSockets.Bound, listener: ListenerCore) {
    descriptor = bound.descriptor
    address = bound.address
    self.listener = listener
  }

  /// Begins to accept. The descriptor belongs to the library then, and is closed if that fails.
  func open() -> Bool {
    guard let listener else { return false }
    let library = listener.thread.library
    socket = library.watch(descriptor, as: .door, owner: library.adopt(self))
    if socket == nil {
      ListeningSockets.closeDescriptor(descriptor)
      library.release(self)
    }
    return socket != nil
  }

  /// Stops to accept; the socket is destroyed soon.
  func close() {
    if let socket { WebSocketContext.kill(socket) }
  }

  /// Takes those who wait.
  func acceptWaiting() {
    for _ in 0..<Self.acceptsAtOnce {
      switch ListeningSockets.accept(descriptor) {
      case .none: return
      case .connection(let descriptor, let peer): listener?.accepted(descriptor, from: peer, at: address)
      case .exhausted:
        // Polling would report the waiting connection without a pause.
        guard let socket, let listener else { return }
        lws_rx_flow_control(socket, 0)
        listener.thread.schedule(after: Self.pauseWhenExhausted) { [weak self] in self?.resume() }
        return
      }
    }
  }

  private func resume() {
    if let socket { lws_rx_flow_control(socket, 1) }
  }

  func socketDestroyed() {
    guard let listener else { return }
    socket = nil
    self.listener = nil
    listener.thread.library.release(self)
    listener.doorDestroyed()
    listener.thread.library.wakeAfterEnd()
  }
}
