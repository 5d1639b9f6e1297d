import Platform

#if os(Linux)
  import CSystemd
#endif

/// A listening socket that the supervisor opened before it started this process (sd_listen_fds(3)). Connections wait in
/// it while the process is not running, and the first one of them starts it.
///
/// The supervisor holds the socket too, so it must never be shut down here, and its file must never be removed.
public struct PassedSocket: Sendable, Hashable {
  /// What a socket listens on.
  public enum Family: Sendable, Hashable {
    /// TCP over IPv4 or IPv6; the address is for its user to check.
    case internet
    /// A path in the file system.
    case local
  }

  /// The descriptor, which is closed on exec.
  public let descriptor: Int32
  /// What the supervisor calls it; `unknown` where it has no name.
  public let name: String
  /// What it listens on; `nil` if it is not a listening stream socket of these families.
  public let family: Family?

  /// Makes the value for a descriptor that is open.
  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    family = Self.family(of: descriptor)
  }

  /// Takes over all sockets that were passed to this process. A second call finds none, and child processes neither.
  ///
  /// - Throws: ``PassedSocketError`` if the environment promises descriptors that are not open.
  public static func takeAll() throws(PassedSocketError) -> [PassedSocket] {
    #if os(Linux)
      var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      let count = sd_listen_fds_with_names(1, &names)
      defer {
        for index in 0..<max(0, Int(count)) { free(names?[index]) }
        free(names)
      }
      guard count >= 0 else { throw PassedSocketError() }
      return (0..<Int(count)).map { index in
        PassedSocket(
          descriptor: SD_LISTEN_FDS_START + Int32(index),
          name: names?[index].map { String(cString: $0) } ?? "unknown")
      }
    #else
      return []
    #endif
  }

  private static func family(of descriptor: Int32) -> Family? {
    var (type, listens): (Int32, Int32) = (0, 0)
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0,
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens != 0
    else { return nil }
    #if canImport(Glibc)
      guard type == Int32(SOCK_STREAM.rawValue) else { return nil }
    #else
      guard type == SOCK_STREAM else { return nil }
    #endif
    var storage = sockaddr_storage()
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    return switch Int32(storage.ss_family) {
    case AF_INET, AF_INET6: .internet
    case AF_UNIX: .local
    default: nil
    }
  }
}

/// The environment promises sockets that were not passed.
public struct PassedSocketError: Error, Sendable, Hashable {}
