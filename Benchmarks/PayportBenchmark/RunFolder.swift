import Platform
import Synchronization

/// The folders of a run. The state is on the same file system as that of the commit measurement. The runtime folder has
/// a path that is short enough for a Unix socket.
final class RunFolder {
  /// The folder for state and configuration.
  let path: String
  /// The runtime folder of the daemon.
  let runtime: String

  /// The folders that exist, to be removed when a run is interrupted.
  private static let present = Mutex<Set<String>>([])

  init(below parent: String) throws {
    path = try Self.make(parent + "/run-XXXXXX")
    runtime = try Self.make("/tmp/payport-XXXXXX")
  }

  deinit {
    Self.remove(path)
    Self.remove(runtime)
  }

  func write(_ text: String, to name: String) throws {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchmarkError.systemCall(name, errno) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw BenchmarkError.systemCall(name, errno) }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchmarkError.systemCall(path, errno) }
    defer { close(file) }
    return try readAll(file)
  }

  /// Reads everything up to the end of a file or pipe.
  static func readAll(_ descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw BenchmarkError.systemCall("read", errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func make(_ template: String) throws -> String {
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else { throw BenchmarkError.systemCall(template, errno) }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = present.withLock { $0.insert(path) }
    return path
  }

  /// Removes the folders of all runs of this process.
  static func removeAll() {
    for path in present.withLock({ $0 }) { remove(path) }
  }

  /// Removes a folder with all its content. Symbolic links are not followed.
  private static func remove(_ path: String) {
    for name in entries(of: path) {
      let entry = path + "/" + name
      // Files are removed at once. A folder cannot be unlinked, so its content is removed first.
      if unlink(entry) != 0 { remove(entry) }
    }
    _ = present.withLock { $0.remove(path) }
    if rmdir(path) != 0 && errno != ENOENT { note("\(path) stays behind: \(String(cString: strerror(errno)))") }
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
