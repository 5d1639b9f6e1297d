import Files
import Platform

/// Reads and writes files that a person has named. Files are always read or written as a whole.
package enum LocalFile {
  /// Returns the bytes of a file, or of standard input if the path is `-`.
  ///
  /// - Throws: ``CommandFailure`` if the file cannot be read or is larger than the limit.
  package static func read(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, code: errno) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fill(&buffer, from: descriptor)
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path, code: errno)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw CommandFailure(
          .dataError, reason: "file_too_large", localized("\(path) is larger than \(limit) bytes, which is too large."))
      }
    }
  }

  /// Returns the bytes of a file that decides what is paid, or of standard input if the path is `-`. A file that others
  /// can write is refused.
  ///
  /// - Throws: ``CommandFailure``, also if the file cannot be read or is larger than the limit.
  package static func readTrusted(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    guard path != "-" else { return try read(path, limit: limit) }
    do throws(PrivateFileError) {
      let bytes = try TrustedFile(reading: path, limit: limit).bytes
      guard bytes.count > limit else { return bytes }
    } catch {
      throw untrusted(error, path)
    }
    throw CommandFailure(
      .dataError, reason: "file_too_large", localized("\(path) is larger than \(limit) bytes, which is too large."))
  }

  /// Checks that nobody else can write a file or a program that decides what is paid. One that is missing is no danger.
  package static func checkTrusted(_ path: String) throws(CommandFailure) {
    do throws(PrivateFileError) { try TrustedFile.check(path: path) } catch {
      guard error != .missing else { return }
      throw untrusted(error, path)
    }
  }

  private static func untrusted(_ error: PrivateFileError, _ path: String) -> CommandFailure {
    switch error {
    case .system(_, let code): unreadable(path, code: code)
    case .missing: unreadable(path, code: ENOENT)
    default: CommandFailure(.notPermitted, reason: "file", "\(TrustedFile.words(error, path)).")
    }
  }

  /// Creates a file that only its owner can read.
  ///
  /// - Throws: ``CommandFailure`` if the file exists already or cannot be written. After an error it does not exist.
  package static func create(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw CommandFailure(
          .ioError, reason: "file_exists", localized("\(path) is there already."),
          advice: localized("Name a file that does not exist yet."))
      }
      throw unwritable(path, code: errno)
    }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let number = errno
        close(descriptor)
        unlink(path)
        throw unwritable(path, code: number)
      }
      written += count
    }
    guard close(descriptor) == 0 else {
      let number = errno
      unlink(path)
      throw unwritable(path, code: number)
    }
  }

  /// Writes a file that only its owner can read, and replaces an existing one. The file is never incomplete.
  ///
  /// - Throws: ``CommandFailure`` if the file cannot be written.
  package static func replace(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    let temporary = "\(path).\(getpid())"
    try create(temporary, bytes)
    guard rename(temporary, path) == 0 else {
      let number = errno
      unlink(temporary)
      throw unwritable(path, code: number)
    }
  }

  private static func fill(_ buffer: inout [UInt8], from descriptor: Int32) -> Int {
    buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
  }

  private static func unreadable(_ path: String, code number: Int32) -> CommandFailure {
    CommandFailure(
      .ioError, reason: "file", localized("\(path) cannot be read: \(String(cString: strerror(number)))."))
  }

  private static func unwritable(_ path: String, code number: Int32) -> CommandFailure {
    CommandFailure(
      .ioError, reason: "file", localized("\(path) cannot be written: \(String(cString: strerror(number)))."))
  }
}
