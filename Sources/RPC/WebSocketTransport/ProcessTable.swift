import Platform
import Transport

/// Finds the process that holds a socket. The result is a hint for people: the process may have passed the socket on,
/// and its path proves nothing.
enum ProcessTable {
  /// The first process of this user that has a descriptor for the socket. Nil on other systems than Linux, if the
  /// process may not be inspected, and if it is not found in time, because programs can have any number of descriptors.
  static func owner(ofSocket inode: UInt64, within limit: Duration = .milliseconds(500)) -> PeerDescription.Process? {
    #if os(Linux)
      let wanted = "socket:[\(inode)]"
      let deadline = ContinuousClock.now + limit
      for name in entries(of: "/proc") {
        guard let identifier = Int32(name), isOwn("/proc/\(name)") else { continue }
        for descriptor in entries(of: "/proc/\(name)/fd") {
          guard ContinuousClock.now < deadline else { return nil }
          guard target(of: "/proc/\(name)/fd/\(descriptor)") == wanted else { continue }
          return PeerDescription.Process(identifier: identifier, executablePath: target(of: "/proc/\(name)/exe"))
        }
      }
    #endif
    return nil
  }

  #if os(Linux)
    private static func isOwn(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_uid == geteuid()
    }

    private static func entries(of path: String) -> [String] {
      guard let directory = opendir(path) else { return [] }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
          String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.utf8.starts(with: ".".utf8) { names.append(name) }
      }
      return names
    }

    private static func target(of path: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = readlink(path, start, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
      }
    }
  #endif
}
