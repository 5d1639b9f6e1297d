/// An address on which a listener accepts, numeric.
public struct ListeningAddress: Sendable, Hashable {
  /// `127.0.0.1` or `::1`.
  public var host: String
  /// TCP port.
  public var port: UInt16

  /// A host and a port.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `HOST:PORT`, an IPv6 host in brackets, as in a URL and a `Host` header (RFC 3986 section 3.2).
  public var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Accepts channels.
public protocol ChannelListener: Sendable {
  /// The executor of all channels that this listener accepts.
  var executor: any EventLoop { get }

  /// Where it listens; empty before `start` and after `stop`.
  var localAddresses: [ListeningAddress] { get }

  /// Starts to accept. `handler` is called on the executor, once for each channel that passed the carrier's checks;
  /// it keeps the channel and calls ``MessageChannel/start(delegate:)``, at once or later.
  ///
  /// - Returns: where it listens, the IPv4 address first.
  /// - Throws: ``ListenError``; nothing listens then.
  @discardableResult
  func start(accepting handler: @escaping @Sendable (any MessageChannel) -> Void) async throws(ListenError)
    -> [ListeningAddress]

  /// Stops to accept, closes every channel with ``CloseCode/goingAway``, and returns when all have ended: at the
  /// latest after `deadline`, when those left are aborted.
  func stop(deadline: Duration) async
}
