import Transport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the process that holds a socket, for people to read: it may have passed the socket on, and its path is not a
/// proof of anything.
enum ProcessTable {
  /// The first process with a descriptor for the socket; nil on other systems, and when it may not be looked at.
  static func owner(ofSocket inode: UInt64) -> PeerDescription.Process? {
    #if os(Linux)
      let wanted = "socket:[\(inode)]"
      for name in entries(of: "/proc") {
        guard let identifier = Int32(name) else { continue }
        let holds = entries(of: "/proc/\(name)/fd").contains { target(of: "/proc/\(name)/fd/\($0)") == wanted }
        if holds {
          return PeerDescription.Process(identifier: identifier, executablePath: target(of: "/proc/\(name)/exe"))
        }
      }
    #endif
    return nil
  }

  #if os(Linux)
    private static func entries(of path: String) -> [String] {
      guard let directory = opendir(path) else { return [] }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
          String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
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
