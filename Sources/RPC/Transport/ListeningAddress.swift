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
