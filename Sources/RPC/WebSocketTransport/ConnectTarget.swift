import Transport

/// A URL of the form that providers publish: `ws`, a loopback host, a port and a path.
struct ConnectTarget: Sendable, Equatable {
  /// The numeric address to connect to.
  var address: String
  var port: UInt16
  /// The address and the port together.
  var socketAddress: SocketAddress
  /// The host and the port as written in the URL; the value of the request's `Host` header.
  var authority: String
  /// The path, which begins with a slash.
  var path: String

  init(url: String) throws(ConnectError) {
    let scheme = "ws://"
    guard url.utf8.starts(with: scheme.utf8), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { throw .invalidURL }
    let rest = Substring(url.utf8.dropFirst(scheme.utf8.count))
    guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")), !rest.utf8.contains(where: "?#@".utf8.contains)
    else {
      throw .invalidURL
    }
    let authority = rest[..<slash]
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(authority[authority.utf8.index(after: colon)...]), port != 0
    else {
      throw .invalidURL
    }
    var host = String(authority[..<colon])
    if host.utf8.starts(with: "[".utf8), host.utf8.reversed().starts(with: "]".utf8.reversed()) {
      host = String(host.unicodeScalars.dropFirst().dropLast())
    }
    // No name is resolved, because a resolver could return any address.
    if host == "localhost" { host = "127.0.0.1" }
    guard let address = SocketAddress(host: host, port: port), address.isLoopback else { throw .invalidURL }
    self.address = address.host
    socketAddress = address
    self.port = port
    self.authority = String(authority)
    path = String(rest[slash...])
  }
}
