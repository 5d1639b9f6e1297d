import CLibWebSockets
import Transport

/// One listening socket. The library only polls it; this class accepts the connections, so that errors are reported and
/// each connection is checked before the library sees it. It is used on the service thread.
///
/// `@unchecked Sendable`: it is used on the service thread only, and the timer that captures it fires there too.
final class ListeningSocket: SocketOwner, @unchecked Sendable {
  private static let acceptsAtOnce = 16
  private static let pauseWhenExhausted = Duration.milliseconds(100)

  private let descriptor: Int32
  private let address: SocketAddress
  // The listener and this socket hold each other until the socket is destroyed.
  private var listener: ListenerCore?
  private var socket: OpaquePointer?

  init(_ bound: ListeningSockets.Bound, listener: ListenerCore) {
    descriptor = bound.descriptor
    address = bound.address
    self.listener = listener
  }

  /// Begins to accept. The descriptor then belongs to the library, and is closed if this fails.
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

  /// Stops accepting. The socket is destroyed soon afterwards.
  func close() {
    if let socket { WebSocketContext.kill(socket) }
  }

  /// Accepts all waiting connections.
  func acceptWaiting() {
    for _ in 0..<Self.acceptsAtOnce {
      switch ListeningSockets.accept(descriptor) {
      case .none: return
      case .connection(let descriptor, let peer): listener?.accepted(descriptor, from: peer, at: address)
      case .exhausted:
        // Polling is suspended for a while, because it would report the same waiting connection again and again.
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
