import Platform
import Synchronization
public import Transport

/// Accepts WebSocket connections on loopback, and refuses everybody who is not a native program of the same user.
///
/// Refused before the upgrade: another path, any `Origin` that is not allowed, a `Host` that is not exactly one of the
/// listener's own, a missing or other subprotocol, a peer of another user, too many sockets. Before and after it:
/// whoever is not authenticated by ``Limits/handshakeDeadline``, or has to make room for a newcomer. There are no
/// extensions, no HTTP/2 and no plain HTTP.
public final class WebSocketListener: ChannelListener {
  /// What a listener accepts, and where.
  public struct Configuration: Sendable {
    /// Numeric loopback addresses. An IPv6 address that the machine does not have is left out.
    public var hosts = ["127.0.0.1", "::1"]
    /// The TCP port, the same for all hosts; 0 lets the kernel pick one.
    public var port: UInt16 = 0
    /// The one path.
    public var path = "/v1"
    /// Values of `Origin` that are accepted, compared as a whole, such as `https://wallet.example`. Without any, as a
    /// native client sends no `Origin`, no web page gets in.
    public var allowedOrigins: Set<String> = []
    /// The bounds.
    public var limits = Limits()
    /// The user whom the other end must belong to; replaced in tests only.
    package var user: UInt32 = geteuid()

    /// The defaults: both loopback addresses, a port picked by the kernel.
    public init() {}
  }

  /// The subprotocol of Payport's providers, which a client has to offer unless the ``ServiceThread`` has another one.
  public static let subprotocol = "payport.v1"

  private let thread: ServiceThread
  private let core: ListenerCore
  private let addresses = Mutex<[ListeningAddress]>([])

  /// A listener that does not listen yet.
  ///
  /// - Parameters:
  ///   - thread: where its channels live.
  ///   - configuration: what it accepts.
  ///   - onRefused: told of everybody who is turned away, on the thread.
  public init(
    on thread: ServiceThread, configuration: Configuration = Configuration(),
    onRefused: @escaping @Sendable (Refusal) -> Void = { _ in }
  ) {
    self.thread = thread
    core = ListenerCore(thread: thread, configuration: configuration, onRefused: onRefused)
  }

  /// The service thread.
  public var executor: any EventLoop { thread }

  /// Where it listens.
  public var localAddresses: [ListeningAddress] { addresses.withLock { $0 } }

  /// Binds and accepts.
  @discardableResult
  public func start(
    accepting handler: @escaping @Sendable (any MessageChannel) -> Void
  ) async throws(ListenError) -> [ListeningAddress] {
    let core = core
    let result = await onThread { core.start(accepting: handler) }
    let started = try result.get()
    addresses.withLock { $0 = started }
    return started
  }

  /// Stops to accept, closes every channel, and waits until all are gone.
  public func stop(deadline: Duration = .seconds(5)) async {
    let core = core
    await withCheckedContinuation { continuation in
      thread.submit { core.stop(deadline: deadline, continuation) }
    }
    addresses.withLock { $0 = [] }
  }

  private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      thread.submit { continuation.resume(returning: body()) }
    }
  }
}
