import Platform

/// A numeric IP address with a port, and its conversion to and from the structures of system calls.
struct SocketAddress: Sendable, Hashable {
  /// The 4 or 16 bytes of the address, most significant first.
  var bytes: [UInt8]
  var port: UInt16

  var isIPv6: Bool { bytes.count == 16 }

  /// Whether the address is in `127.0.0.0/8` or is `::1`.
  var isLoopback: Bool {
    isIPv6 ? bytes == [UInt8](repeating: 0, count: 15) + [1] : bytes.first == 127
  }

  /// Parses a numeric address; nil for a name or any other text.
  init?(host: String, port: UInt16) {
    for family in [AF_INET, AF_INET6] {
      var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
      if inet_pton(family, host, &bytes) == 1 {
        self.bytes = bytes
        self.port = port
        return
      }
    }
    return nil
  }

  init(bytes: [UInt8], port: UInt16) {
    self.bytes = bytes
    self.port = port
  }

  /// Reads an address that a system call returned; nil for a family other than IPv4 and IPv6.
  init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch Int32(storage.ss_family) {
    case AF_INET:
      self = withUnsafeBytes(of: &storage) { raw in
        let address = raw.loadUnaligned(as: sockaddr_in.self)
        return SocketAddress(
          bytes: withUnsafeBytes(of: address.sin_addr) { [UInt8]($0) }, port: UInt16(bigEndian: address.sin_port))
      }
    case AF_INET6:
      self = withUnsafeBytes(of: &storage) { raw in
        let address = raw.loadUnaligned(as: sockaddr_in6.self)
        return SocketAddress(
          bytes: withUnsafeBytes(of: address.sin6_addr) { [UInt8]($0) }, port: UInt16(bigEndian: address.sin6_port))
      }
    default: return nil
    }
  }

  /// The numeric address as text, without port and brackets.
  var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Calls `body` with the structure for system calls.
  func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
      return Self.rebound(&address, body)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
    return Self.rebound(&address, body)
  }

  private static func rebound<A, R>(_ address: inout A, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<A>.size)) }
    }
  }
}
