import Platform
import Transport

/// Binds the loopback sockets that a listener accepts on.
enum ListeningSockets {
  /// A bound and listening socket.
  struct Bound {
    var descriptor: Int32
    var address: SocketAddress
  }

  private static let backlog: Int32 = 64
  private static let attempts = 16

  /// Binds all hosts to one port. If the port is 0, the kernel picks one that is free on all hosts. An IPv6 address
  /// that this machine does not have is left out, unless it is the only one.
  static func bind(hosts: [String], port: UInt16) throws(ListenError) -> [Bound] {
    var addresses: [SocketAddress] = []
    for host in hosts {
      guard let address = SocketAddress(host: host, port: port), address.isLoopback else { throw .notLoopback }
      addresses.append(address)
    }
    guard !addresses.isEmpty else { throw .notLoopback }
    for _ in 1..<attempts {
      do { return try bindAll(addresses, port: port) } catch {
        // A port that the kernel picked for one address may be in use on the other. In that case another port is tried.
        guard port == 0, case .addressInUse = error else { throw error }
      }
    }
    return try bindAll(addresses, port: port)
  }

  /// Takes over sockets that another program bound and passed to this process, IPv4 first. They stay open if one of them
  /// is refused.
  ///
  /// - Throws: ``ListenError/notLoopback`` for an address that apps could not be told of, and
  ///   ``ListenError/notListening`` for what is no listening TCP socket, shares its port with other sockets
  ///   (`SO_REUSEPORT`), or has another port than the others.
  static func adopt(_ descriptors: [Int32]) throws(ListenError) -> [Bound] {
    var bound: [Bound] = []
    for descriptor in descriptors {
      guard option(SO_ACCEPTCONN, of: descriptor) == 1, option(SO_TYPE, of: descriptor) == streamType,
        // Another program of this user could receive some of the connections.
        option(SO_REUSEPORT, of: descriptor) == 0, let address = localAddress(of: descriptor)
      else { throw .notListening }
      guard ["127.0.0.1", "::1"].contains(address.host) else { throw .notLoopback }
      bound.append(Bound(descriptor: descriptor, address: address))
    }
    guard Set(bound.map(\.address.port)).count == 1, Set(bound.map(\.address)).count == bound.count else {
      throw .notListening
    }
    return bound.filter { !$0.address.isIPv6 } + bound.filter(\.address.isIPv6)
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = SOCK_STREAM
  #endif

  /// Closes descriptors that the library has not taken over.
  static func close(_ bound: [Bound]) {
    for socket in bound { closeDescriptor(socket.descriptor) }
  }

  /// Accepts one waiting connection from a non-blocking socket.
  static func accept(_ descriptor: Int32) -> Accepted {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #if canImport(Glibc)
          Glibc.accept(descriptor, address, &length)
        #else
          Darwin.accept(descriptor, address, &length)
        #endif
      }
    }
    guard result >= 0 else {
      return switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
      default: .none
      }
    }
    _ = fcntl(result, F_SETFD, FD_CLOEXEC)
    _ = fcntl(result, F_SETFL, fcntl(result, F_GETFL) | O_NONBLOCK)
    #if !canImport(Glibc)
      var noSignal: Int32 = 1
      setsockopt(result, SOL_SOCKET, SO_NOSIGPIPE, &noSignal, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var one: Int32 = 1
    setsockopt(result, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    guard let address = SocketAddress(storage) else {
      closeDescriptor(result)
      return .none
    }
    return .connection(result, from: address)
  }

  /// The result of accepting a connection.
  enum Accepted {
    case connection(Int32, from: SocketAddress)
    // No connection is waiting.
    case none
    // The system has no descriptors or no memory left; the caller should try again later.
    case exhausted
  }

  /// Closes a descriptor that the library has not taken over.
  static func closeDescriptor(_ descriptor: Int32) {
    systemClose(descriptor)
  }

  private static func bindAll(_ addresses: [SocketAddress], port: UInt16) throws(ListenError) -> [Bound] {
    var bound: [Bound] = []
    do {
      for address in addresses {
        var address = address
        if port == 0, let first = bound.first { address.port = first.address.port }
        if let socket = try bind(address, mayBeAbsent: addresses.count > 1) { bound.append(socket) }
      }
    } catch {
      close(bound)
      throw error
    }
    guard !bound.isEmpty else { throw .system(call: "bind", code: EADDRNOTAVAIL) }
    return bound
  }

  private static func bind(_ address: SocketAddress, mayBeAbsent: Bool) throws(ListenError) -> Bound? {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else {
      if address.isIPv6, mayBeAbsent, errno == EAFNOSUPPORT { return nil }
      throw .system(call: "socket", code: errno)
    }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // This lets a fixed port be bound again after a restart; Linux does not let two programs listen on one port because
    // of it. `SO_REUSEPORT` is never set, because another program of this user could then receive some of the
    // connections.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if address.isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size) }
    let isBound = address.withSockaddr { pointer, length in
      #if canImport(Glibc)
        Glibc.bind(descriptor, pointer, length) == 0 && Glibc.listen(descriptor, backlog) == 0
      #else
        Darwin.bind(descriptor, pointer, length) == 0 && Darwin.listen(descriptor, backlog) == 0
      #endif
    }
    guard isBound, let actual = localAddress(of: descriptor) else {
      let code = errno
      closeDescriptor(descriptor)
      switch code {
      case EADDRNOTAVAIL where address.isIPv6 && mayBeAbsent: return nil
      case EADDRINUSE: throw .addressInUse(port: address.port)
      case EACCES, EPERM: throw .permissionDenied(port: address.port)
      default: throw .system(call: "bind", code: code)
      }
    }
    return Bound(descriptor: descriptor, address: actual)
  }

  /// The local address of a socket.
  static func localAddress(of descriptor: Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return result == 0 ? SocketAddress(storage) : nil
  }
}
