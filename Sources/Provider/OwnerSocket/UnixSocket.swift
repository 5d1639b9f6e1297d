import Platform

/// A Unix-domain stream socket. It is closed when the last reference is released.
final class UnixSocket: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Makes a new socket; nil if the system has no descriptors left.
  static func make() -> UnixSocket? {
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    return descriptor < 0 ? nil : UnixSocket(descriptor: descriptor)
  }

  /// Calls `body` with the socket address of a path. Returns nil if the path is longer than the 107 bytes that the
  /// system allows.
  static func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < capacity else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// The path to which a socket was bound; nil if it was bound to none.
  static func localPath(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
    let bytes = withUnsafeBytes(of: &address.sun_path) { $0.prefix { $0 != 0 }.map { $0 } }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Whether two paths of sockets are of one name in one folder, whatever links lead to the folder.
  static func isSamePlace(_ path: String, _ other: String) -> Bool {
    func place(_ path: String) -> (folder: stat, name: Substring)? {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      var folder = stat()
      guard stat(slash == path.startIndex ? "/" : String(path[..<slash]), &folder) == 0 else { return nil }
      return (folder, path[path.utf8.index(after: slash)...])
    }
    guard let one = place(path), let two = place(other) else { return false }
    return one.folder.st_dev == two.folder.st_dev && one.folder.st_ino == two.folder.st_ino
      && one.name.utf8.elementsEqual(two.name.utf8)
  }

  /// The user id of the process at the other end, as reported by the kernel.
  var peerUser: uid_t? {
    #if canImport(Darwin)
      var user: uid_t = 0
      var group: gid_t = 0
      return getpeereid(descriptor, &user, &group) == 0 ? user : nil
    #else
      // This is `struct ucred {pid, uid, gid}`, whose declaration needs a feature macro that the importer does not set.
      var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
      return result == 0 ? credentials.user : nil
    #endif
  }

  /// Sets the time-out of every later read and write.
  func setTimeout(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, length)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, length)
  }

  /// Writes all bytes; returns false if that fails.
  func write(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let written = bytes[offset...].withUnsafeBytes {
        #if canImport(Darwin)
          send(descriptor, $0.baseAddress, $0.count, 0)
        #else
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      offset += written
    }
    return true
  }

  /// Reads up to a line feed and returns the line without it. Bytes after the line feed stay in the buffer. Returns nil
  /// at the end of input, on a time-out or if the line is too long.
  ///
  /// - Parameter deadline: the time by which the whole line must have arrived. If it is nil, only the time-out of each
  ///   read applies.
  func readLine(_ buffer: inout [UInt8], limit: Int, by deadline: ContinuousClock.Instant? = nil) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    // The search for the line feed continues here, so that no byte is examined twice.
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end <= limit else { return nil }
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      guard buffer.count <= limit else { return nil }
      if let deadline, !waitToRead(until: deadline) { return nil }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer.append(contentsOf: chunk[..<count])
    }
  }

  /// Waits until there is input or the end of input. Returns false if the deadline passes first.
  private func waitToRead(until deadline: ContinuousClock.Instant) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      let count = poll(&watched, 1, Int32(min(left.rounded(.up), 3_600_000)))
      if count < 0, errno == EINTR { continue }
      if count != 0 { return count > 0 }
    }
  }

  /// Shuts down both directions. Reads and writes that are blocked on other threads return.
  func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
