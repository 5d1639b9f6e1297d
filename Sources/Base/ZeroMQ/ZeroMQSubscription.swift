import CZeroMQ
import Platform

/// Hears what programs on this machine publish through ZeroMQ. It connects in the background, and again whenever a
/// publisher was restarted. Publishers are not authenticated, so that a message is only a hint: its content is not
/// passed on, and a new connection counts as one, because nothing was heard before it. The subscription ends when the
/// object is released.
package final class ZeroMQSubscription: Sendable {
  /// Messages of more bytes end the connection that they came by. The largest ones are blocks.
  private static let largest: Int64 = 16 << 20

  private let context: ZeroMQContext

  /// Begins to hear.
  ///
  /// - Parameters:
  ///   - endpoints: the addresses of publishers, such as `tcp://127.0.0.1:28332`; see ``isLocal(_:)``.
  ///   - topics: the first bytes of the messages to hear.
  ///   - heard: called for each connection and for each message on a thread of the subscription. It must not block.
  /// - Throws: ``ZeroMQError``.
  package init(
    to endpoints: [String], topics: [String], heard: @escaping @Sendable () -> Void
  ) throws(ZeroMQError) {
    guard endpoints.allSatisfy(Self.isLocal) else { throw .remoteEndpoint }
    guard let context = ZeroMQContext(), let socket = context.socket(ZMQ_SUB),
      let connections = socket.connections()
    else { throw .unusable }
    let isSetUp =
      socket.set(ZMQ_MAXMSGSIZE, Self.largest) && socket.set(ZMQ_IPV6, Int32(1)) && socket.set(ZMQ_LINGER, Int32(0))
      && topics.allSatisfy(socket.subscribe) && endpoints.allSatisfy(socket.connect)
    guard isSetUp, DetachedThread.start(name: "zeromq", stackSize: 256 * 1024, { socket.listen(connections, heard) })
    else {
      throw .unusable
    }
    self.context = context
  }

  deinit { context.shutDown() }

  /// Whether an endpoint is a TCP port of a loopback address of this machine.
  package static func isLocal(_ endpoint: String) -> Bool {
    let scheme = "tcp://"
    guard endpoint.utf8.starts(with: scheme.utf8) else { return false }
    let rest = endpoint.utf8.dropFirst(scheme.utf8.count)
    guard let colon = rest.lastIndex(of: UInt8(ascii: ":")),
      UInt16(String(Substring(rest[rest.index(after: colon)...]))) != nil
    else { return false }
    let host = String(Substring(rest[..<colon]))
    if host == "[::1]" { return true }
    var address = in_addr()
    return host.utf8.starts(with: "127.".utf8) && inet_pton(AF_INET, host, &address) == 1
  }
}

/// Why there is no subscription.
package enum ZeroMQError: Error, Sendable, Hashable {
  /// An endpoint is not on this machine.
  case remoteEndpoint
  /// The library could not be set up because there was no memory or no descriptor, or refuses an endpoint.
  case unusable
}

/// The library's context, which owns its threads. It ends when neither the subscription nor the thread of its socket
/// need it.
///
/// `@unchecked Sendable` is correct because the library allows the use of a context from any thread.
private final class ZeroMQContext: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer

  init?() {
    guard let pointer = zmq_ctx_new() else { return nil }
    self.pointer = pointer
  }

  deinit { zmq_ctx_term(pointer) }

  /// Lets every call on a socket of the context return with an error, now and later.
  func shutDown() { zmq_ctx_shutdown(pointer) }

  func socket(_ type: Int32) -> ZeroMQSocket? { zmq_socket(pointer, type).map { ZeroMQSocket($0, of: self) } }
}

/// A socket that is set up by one thread and then used by another.
///
/// `@unchecked Sendable` is correct because the thread that listens is started after the socket was set up, which orders
/// their memory accesses as the library demands.
private final class ZeroMQSocket: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer
  private let context: ZeroMQContext

  init(_ pointer: UnsafeMutableRawPointer, of context: ZeroMQContext) {
    self.pointer = pointer
    self.context = context
  }

  deinit { zmq_close(pointer) }

  func set(_ option: Int32, _ value: some FixedWidthInteger) -> Bool {
    withUnsafeBytes(of: value) { zmq_setsockopt(pointer, option, $0.baseAddress, $0.count) } == 0
  }

  func subscribe(_ topic: String) -> Bool {
    zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, topic, topic.utf8.count) == 0
  }

  func connect(_ endpoint: String) -> Bool { zmq_connect(pointer, endpoint) == 0 }

  /// Returns a socket that receives a message whenever a connection of this one was made.
  func connections() -> ZeroMQSocket? {
    let endpoint = "inproc://connections"
    guard zmq_socket_monitor(pointer, endpoint, ZMQ_EVENT_HANDSHAKE_SUCCEEDED) == 0,
      let socket = context.socket(ZMQ_PAIR), socket.connect(endpoint)
    else { return nil }
    return socket
  }

  /// Receives until the context is shut down.
  func listen(_ connections: ZeroMQSocket, _ heard: () -> Void) {
    var items = [pointer, connections.pointer].map {
      zmq_pollitem_t(socket: $0, fd: -1, events: Int16(ZMQ_POLLIN), revents: 0)
    }
    while true {
      guard zmq_poll(&items, Int32(items.count), -1) >= 0 else {
        if zmq_errno() == EINTR { continue }
        return
      }
      if items[0].revents != 0, !drop() { return }
      if items[1].revents != 0, !connections.drop() { return }
      heard()
    }
  }

  /// Receives a message that waits, and drops it. Returns `false` if the context was shut down.
  private func drop() -> Bool {
    // Only that there is a message matters, so that what does not fit is cut off.
    var bytes = [UInt8](repeating: 0, count: 16)
    repeat {
      guard zmq_recv(pointer, &bytes, bytes.count, 0) >= 0 || zmq_errno() == EINTR else { return false }
    } while hasMoreParts
    return true
  }

  private var hasMoreParts: Bool {
    var more: Int32 = 0
    var size = MemoryLayout<Int32>.size
    return zmq_getsockopt(pointer, ZMQ_RCVMORE, &more, &size) == 0 && more != 0
  }
}
