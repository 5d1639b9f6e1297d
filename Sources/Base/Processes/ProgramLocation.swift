import Platform

/// The locations of programs.
package enum ProgramLocation {
  /// The folder of the running program; `.` if the system does not tell.
  package static var folder: String {
    guard let path, let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }

  /// The path of a program in a list of folders such as `PATH`; nil if none of them contains it. Folders that are not
  /// absolute are ignored.
  package static func find(_ name: String, in folders: String?) -> String? {
    let folders = (folders ?? "/usr/local/bin:/usr/bin:/bin").unicodeScalars.split(separator: ":").map(String.init)
      .filter { $0.utf8.starts(with: "/".utf8) }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path of the running program; nil if the system does not tell.
  package static var path: String? {
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
