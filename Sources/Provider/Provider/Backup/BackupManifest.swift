import Cryptography
import JSON
import Platform

/// The list of the files in a backup, which is itself a file in it: `manifest.json`. A backup whose files are not exactly
/// these is refused.
struct BackupManifest: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The version of this format.
  static let version = 1
  static let fileName = "manifest.json"
  static let maximumSize = 64 << 20

  /// A file of the backup.
  struct File: Codable, Sendable, Equatable {
    /// The path inside the backup.
    let path: String
    /// The size in bytes.
    let bytes: Int
    /// The digest in hexadecimal.
    let sha256: String
  }

  var v = version
  /// The program that made the backup.
  let software: String
  /// When it was made (RFC 3339).
  let madeAt: String
  /// The number and the hash of the newest entry of the audit log.
  let auditEntries: Int64
  let auditHash: String
  /// The files, by their paths.
  let files: [File]

  /// Copies a file and describes the copy, or describes a file where no copy is wanted.
  ///
  /// - Parameters:
  ///   - source: the path of a regular file.
  ///   - target: the path of the copy, which gets mode 0600 and is synchronised.
  ///   - path: the path inside the backup.
  static func file(_ source: String, copiedTo target: String? = nil, as path: String) throws(BackupFailure) -> File {
    let input = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw BackupFailure("\(source) cannot be read: \(systemWords())") }
    defer { close(input) }
    var output: Int32?
    if let target {
      let made = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard made >= 0 else { throw BackupFailure("\(target) cannot be written: \(systemWords())") }
      output = made
    }
    defer { if let output { close(output) } }
    var (total, buffer) = (0, [UInt8](repeating: 0, count: 1 << 18))
    do {
      var hash = try SHA256()
      while true {
        let count = buffer.withUnsafeMutableBytes { systemRead(input, $0) }
        guard count >= 0 else { throw BackupFailure("\(source) cannot be read: \(systemWords())") }
        if count == 0 { break }
        total += count
        try hash.update(Array(buffer[..<count]))
        if let output, let target { try write(buffer[..<count], to: output, target) }
      }
      if let output, let target, fsync(output) != 0 {
        throw BackupFailure("\(target) cannot be written: \(systemWords())")
      }
      return File(path: path, bytes: total, sha256: try hash.finalize().hexadecimal)
    } catch let failure as BackupFailure {
      throw failure
    } catch {
      throw BackupFailure("\(source) cannot be hashed")
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to output: Int32, _ path: String) throws(BackupFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(output, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BackupFailure("\(path) cannot be written: \(systemWords())") }
      rest = rest.dropFirst(count)
    }
  }

  static func systemWords() -> String { String(cString: strerror(errno)) }
}

/// Why a backup was not made or not restored, for the owner. Nothing was changed.
struct BackupFailure: Error, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
