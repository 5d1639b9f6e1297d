import Platform

/// Two connected sockets, which are closed on exec and when the last reference is released. They are used instead of a
/// pipe because writing to a program that has ended then returns an error and does not raise a signal.
package final class SocketPair {
  /// The socket of this process; -1 after it was closed.
  package private(set) var ours: Int32
  /// The socket for the other program; -1 after it was closed.
  package private(set) var theirs: Int32

  /// Makes a new pair; nil if the system has no descriptors left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #endif
    ours = ends[0]
    theirs = ends[1]
  }

  deinit {
    closeOurs()
    closeTheirs()
  }

  /// Sends as many bytes as the socket accepts and returns the result of `send(2)`. No signal is raised if the other
  /// program has ended.
  package func send(_ bytes: UnsafeRawBufferPointer) -> Int { systemSend(ours, bytes) }

  /// Closes the socket of this process.
  package func closeOurs() {
    if ours >= 0 { close(ours) }
    ours = -1
  }

  /// Closes the socket for the other program, after that program has its own copy.
  package func closeTheirs() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }
}
