/// A numeric address on which a listener accepts connections.
public struct ListeningAddress: Sendable, Hashable {
  /// `127.0.0.1` or `::1`.
  public var host: String
  /// The TCP port.
  public var port: UInt16

  /// Makes an address from a host and a port.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `HOST:PORT` with brackets around an IPv6 host, as in a URL and a `Host` header (RFC 3986 section 3.2).
  public var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Accepts channels.
public protocol ChannelListener: Sendable {
  /// The executor of all channels that this listener accepts.
  var executor: any EventLoop { get }

  /// The addresses on which it listens; empty before `start` and after `stop`.
  var localAddresses: [ListeningAddress] { get }

  /// Begins to accept. `handler` is called on the executor, once for each channel that passed the carrier's checks. It
  /// keeps the channel and calls ``MessageChannel/start(delegate:)``, at once or later.
  ///
  /// - Returns: the addresses on which it listens, the IPv4 address first.
  /// - Throws: ``ListenError``; nothing is listening then.
  @discardableResult
  func start(accepting handler: @escaping @Sendable (any MessageChannel) -> Void) async throws(ListenError)
    -> [ListeningAddress]

  /// Stops accepting, closes every channel with ``CloseCode/goingAway``, and returns when all channels have ended.
  /// Channels that are left at `deadline` are aborted.
  func stop(deadline: Duration) async
}
