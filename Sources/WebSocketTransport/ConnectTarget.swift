import Transport

/// A URL of the only form that is ever published: `ws`, a loopback host, a port, a path.
struct ConnectTarget: Sendable, Equatable {
  /// Numeric address to connect to.
  var address: String
  var port: UInt16
  /// Both as one.
  var socketAddress: SocketAddress
  /// Host and port as the URL has them: the request's `Host`.
  var authority: String
  /// Begins with a slash.
  var path: String

  init(url: String) throws(ConnectError) {
    let scheme = "ws://"
    guard url.hasPrefix(scheme), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { throw .invalidURL }
    let rest = url.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/"), !rest.contains(where: { $0 == "?" || $0 == "#" || $0 == "@" }) else {
      throw .invalidURL
    }
    let authority = rest[..<slash]
    guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[colon...].dropFirst()), port != 0 else {
      throw .invalidURL
    }
    var host = String(authority[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    // No name is ever resolved: a resolver could answer with anything.
    if host == "localhost" { host = "127.0.0.1" }
    guard let address = SocketAddress(host: host, port: port), address.isLoopback else { throw .invalidURL }
    self.address = address.host
    socketAddress = address
    self.port = port
    self.authority = String(authority)
    path = String(rest[slash...])
  }
}
