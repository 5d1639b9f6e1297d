#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the running program lies.
enum ProgramLocation {
  /// The folder of the running program; `.` where the system does not tell.
  static var folder: String {
    guard let path, let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }

  private static var path: String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      let found = buffer.withUnsafeMutableBytes {
        _NSGetExecutablePath($0.bindMemory(to: CChar.self).baseAddress, &size) == 0
      }
      guard found, let end = buffer.firstIndex(of: 0) else { return nil }
      return String(decoding: buffer[..<end], as: UTF8.self)
    #else
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
        return readlink("/proc/self/exe", base, bytes.count)
      }
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: buffer[..<count], as: UTF8.self)
    #endif
  }
}
