public import Cryptography
import DisplayText
import Platform

/// A source that reads a passphrase from the first line of a file or a descriptor. A file must be accessible to its
/// owner only; a pipe, such as the shell makes for `<(command)`, is accepted without checks.
public struct PassphraseFile: PassphraseSource {
  private enum Place: Sendable {
    case path(String, credential: Bool)
    case descriptor(Int32)
  }

  /// The maximum size of a passphrase in bytes.
  public static let maximumSize = 1024

  private let place: Place

  /// It is asked once, because a file does not change.
  public var attempts: Int { 1 }

  /// Makes a source for a file.
  public init(path: String) { place = .path(path, credential: false) }

  /// Makes a source for a descriptor, which is closed after reading.
  public init(descriptor: Int32) { place = .descriptor(descriptor) }

  /// Makes a source for a passphrase that the service manager provides: the file of this name in
  /// `$CREDENTIALS_DIRECTORY` (systemd.exec(5), section on credentials); nil if there is none.
  public init?(credential name: String, directory: String? = environmentVariable("CREDENTIALS_DIRECTORY")) {
    guard let directory, !directory.isEmpty else { return nil }
    let path = directory + "/" + name
    guard access(path, F_OK) == 0 else { return nil }
    place = .path(path, credential: true)
  }

  /// The value of an environment variable of this process.
  public static func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Reads the passphrase.
  ///
  /// - Throws: ``KeyStoreError/Problem/passphraseUnusable(_:)``.
  public func passphrase(for path: String, attempt: Int) throws(KeyStoreError) -> SecretBytes? {
    switch place {
    case .path(let path, let credential):
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw KeyStoreError(.passphraseUnusable(Self.words(errno)), path) }
      defer { close(file) }
      try check(file, at: path, isCredential: credential)
      return try Self.firstLine(of: file, path)
    case .descriptor(let file):
      defer { close(file) }
      return try Self.firstLine(of: file, localized("descriptor \(file)"))
    }
  }

  private func check(_ file: Int32, at path: String, isCredential credential: Bool) throws(KeyStoreError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw KeyStoreError(.passphraseUnusable(Self.words(errno)), path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    // The service manager may give the group access through the mask of an access control list, or leave the file to
    // root.
    let others: mode_t = credential ? 0o007 : 0o077
    guard status.st_mode & others == 0 else {
      let mode = String(UInt32(status.st_mode & 0o7777), radix: 8)
      throw KeyStoreError(
        .passphraseUnusable(localized("its mode is 0\(mode), which lets others in; type: chmod 600")), path)
    }
    guard credential || status.st_uid == geteuid() else {
      throw KeyStoreError(.passphraseUnusable(localized("it belongs to the user id \(status.st_uid)")), path)
    }
  }

  private static func firstLine(of file: Int32, _ path: String) throws(KeyStoreError) -> SecretBytes {
    var count = 0
    var failure: String?
    let read = SecretBytes(count: maximumSize + 1) { buffer in
      while count < buffer.count {
        let got = systemRead(file, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = words(errno) }
        guard got > 0 else { break }
        count += got
        if buffer[..<count].contains(UInt8(ascii: "\n")) { break }
      }
    }
    if let failure { throw KeyStoreError(.passphraseUnusable(failure), path) }
    return try read.withUnsafeBytes { (buffer) throws(KeyStoreError) in
      var line = buffer[..<count]
      if let end = line.firstIndex(of: UInt8(ascii: "\n")) { line = line[..<end] }
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      guard !line.isEmpty else { throw KeyStoreError(.passphraseUnusable(localized("its first line is empty")), path) }
      guard line.count <= maximumSize else {
        throw KeyStoreError(.passphraseUnusable(localized("it is longer than \(maximumSize) bytes")), path)
      }
      return SecretBytes(count: line.count) { $0.copyBytes(from: line) }
    }
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
