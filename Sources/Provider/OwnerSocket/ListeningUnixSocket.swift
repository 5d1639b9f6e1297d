import OwnerAPI
import Platform

/// The socket on which the owner's socket listens. Either it was bound here, or the supervisor of this process bound it
/// and passed it: then the supervisor goes on listening when this process ends, so that the socket is not shut down and
/// its file stays.
final class ListeningUnixSocket: Sendable {
  /// What a wait for a connection ended with.
  enum Arrival {
    case connection(UnixSocket)
    /// Nothing arrived; the wait has to be repeated.
    case none
    /// The system has no descriptors left; the wait has to be repeated a little later.
    case exhausted
    /// ``stop()`` was called.
    case stopped
  }

  private let socket: UnixSocket
  private let path: String
  private let isPassed: Bool
  private let stopReading: Int32
  private let stopWriting: Int32

  private init?(_ socket: UnixSocket, path: String, isPassed: Bool) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A connection that ends between the wait and its acceptance must not block the thread.
    _ = fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) | O_NONBLOCK)
    (self.socket, self.path, self.isPassed) = (socket, path, isPassed)
    (stopReading, stopWriting) = (ends[0], ends[1])
  }

  deinit {
    close(stopReading)
    close(stopWriting)
  }

  /// Binds a path. A socket file that was left by a process that has ended is replaced.
  ///
  /// - Throws: ``OwnerFailure`` if the path is too long or another process serves it.
  static func bound(to path: String) throws(OwnerFailure) -> ListeningUnixSocket {
    guard let probe = UnixSocket.make(), let fresh = UnixSocket.make() else { throw noneLeft }
    guard let answered = UnixSocket.withAddress(path, { connect(probe.descriptor, $0, $1) }) else {
      throw OwnerFailure(.unavailable, "the path of the owner's socket is longer than the system allows: \(path)")
    }
    guard answered != 0 else { throw OwnerFailure(.conflict, "another provider serves \(path)") }
    _ = unlink(path)
    // Nobody can connect before the socket listens. The mask of the process would also do, but other threads make folders
    // and start programs meanwhile, which would get it too.
    let result = UnixSocket.withAddress(path) { bind(fresh.descriptor, $0, $1) }
    guard result == 0, chmod(path, 0o600) == 0, listen(fresh.descriptor, 64) == 0 else {
      throw OwnerFailure(.unavailable, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    guard let listening = ListeningUnixSocket(fresh, path: path, isPassed: false) else { throw noneLeft }
    return listening
  }

  /// Takes over a listening socket that the supervisor passed. It must be the one at the path, and only this user may
  /// be able to connect to it.
  ///
  /// - Throws: ``OwnerFailure`` if it is another one.
  static func adopt(_ descriptor: Int32, path: String) throws(OwnerFailure) -> ListeningUnixSocket {
    let socket = UnixSocket(descriptor: descriptor)
    var status = stat()
    guard let bound = UnixSocket.localPath(of: descriptor), UnixSocket.isSamePlace(bound, path) else {
      throw OwnerFailure(.unavailable, "the socket that was passed for the owner's socket is not at \(path)")
    }
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw OwnerFailure(
        .unavailable, "the socket that was passed for the owner's socket is not one that only you can open: \(path)")
    }
    guard let listening = ListeningUnixSocket(socket, path: path, isPassed: true) else { throw noneLeft }
    return listening
  }

  private static let noneLeft = OwnerFailure(.unavailable, "the system has no socket left")

  /// Waits for the next connection.
  func next() -> Arrival {
    var watched = [
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopReading, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, -1) > 0 else { return errno == EINTR ? .none : .stopped }
    guard watched[1].revents == 0 else { return .stopped }
    #if canImport(Darwin)
      let descriptor = Darwin.accept(socket.descriptor, nil, nil)
    #else
      let descriptor = Glibc.accept(socket.descriptor, nil, nil)
    #endif
    guard descriptor >= 0 else {
      return switch errno {
      case EINTR, ECONNABORTED, EAGAIN, EWOULDBLOCK: .none
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
      default: .stopped
      }
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // On some systems an accepted socket inherits the flag.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return .connection(UnixSocket(descriptor: descriptor))
  }

  /// Ends the wait for connections. Those that arrive from now on are refused, or wait for the next process to which
  /// the supervisor passes the socket.
  func stop() {
    var byte: UInt8 = 1
    _ = write(stopWriting, &byte, 1)
    guard !isPassed else { return }
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    _ = unlink(path)
  }
}
