import Platform

/// The lines that were typed before. They are stored in a plain text file that only its owner can read (mode 0600).
package struct HistoryFile: Sendable {
  /// The path of the file. Its folder must exist.
  package let path: String
  /// The highest number of lines that are kept.
  package let limit: Int
  private let records: @Sendable (String) -> Bool

  /// The highest number of bytes of the file that are read.
  private static let maximumSize = 1 << 20
  private static let longestLine = 4096

  /// Creates a history.
  ///
  /// - Parameter records: returns whether a line may be stored. Lines that begin with a space and lines with `--code`
  ///   are never stored.
  package init(path: String, limit: Int = 500, records: @escaping @Sendable (String) -> Bool = { _ in true }) {
    self.path = path
    self.limit = limit
    self.records = records
  }

  /// Returns whether a line would be stored.
  package func keeps(_ line: String) -> Bool {
    guard let first = line.first, first != " ", line.utf8.count <= Self.longestLine else { return false }
    guard !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), !line.contains("--code") else { return false }
    return records(line)
  }

  /// Returns the stored lines, the oldest first; there are none if the file does not exist. A file that is too long is
  /// shortened.
  ///
  /// - Throws: ``TerminalError/untrustedHistory(path:)``, ``TerminalError/system(call:errno:)``.
  package func load() throws(TerminalError) -> [String] {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw errno == ELOOP ? .untrustedHistory(path: path) : .system(call: "open", errno: errno)
    }
    defer { close(descriptor) }
    try check(descriptor)
    var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
    var size = 0
    while size < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: size), buffer.count - size)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(call: "read", errno: errno) }
      if count == 0 { break }
      size += count
    }
    let lines = String(decoding: bytes[..<size], as: UTF8.self).split(separator: "\n").map(String.init)
    let kept = Array(lines.filter(keeps).suffix(limit))
    if lines.count > 2 * limit {
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw .system(call: "ftruncate", errno: errno)
      }
      try Terminal(output: descriptor).writeLines(kept)
    }
    return kept
  }

  /// Appends a line to the file, if it may be stored.
  ///
  /// - Returns: whether it was stored.
  /// - Throws: the errors of ``load()``.
  @discardableResult
  package func append(_ line: String) throws(TerminalError) -> Bool {
    guard keeps(line) else { return false }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == ELOOP ? .untrustedHistory(path: path) : .system(call: "open", errno: errno)
    }
    defer { close(descriptor) }
    try check(descriptor)
    try Terminal(output: descriptor).writeLines([line])
    return true
  }

  private func check(_ descriptor: Int32) throws(TerminalError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      throw .untrustedHistory(path: path)
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
      throw .system(call: "fchmod", errno: errno)
    }
  }
}
