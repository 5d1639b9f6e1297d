import Platform

/// Returns a TCP port on loopback that nobody else gets for a minute, for programs that cannot choose one themselves.
///
/// A port that was only free when somebody asked can be given to any connection before the program listens to it. So
/// one connection is made to it and ended from the server's side: the port then rests in TIME_WAIT, in which the kernel
/// neither chooses it for others nor keeps it from a program that listens with SO_REUSEADDR, as all servers do.
package func freePort() -> UInt16? {
  guard let listener = loopbackSocket() else { return nil }
  defer { close(listener) }
  var one: Int32 = 1
  guard setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
    return nil
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  return withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
      guard bind(listener, address, length) == 0, getsockname(listener, address, &length) == 0,
        listen(listener, 1) == 0, let client = loopbackSocket()
      else { return false }
      defer { close(client) }
      guard connect(client, address, length) == 0 else { return false }
      let server = accept(listener, nil, nil)
      guard server >= 0 else { return false }
      close(server)
      return true
    }
  } ? UInt16(bigEndian: address.sin_port) : nil
}

/// Returns whether a program on this machine takes connections at a port.
package func canConnect(to port: UInt16) -> Bool {
  guard let client = loopbackSocket() else { return false }
  defer { close(client) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  address.sin_port = port.bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      connect(client, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

private func loopbackSocket() -> Int32? {
  #if canImport(Darwin)
    let stream = SOCK_STREAM
  #else
    let stream = Int32(SOCK_STREAM.rawValue)
  #endif
  let descriptor = socket(AF_INET, stream, 0)
  return descriptor >= 0 ? descriptor : nil
}
