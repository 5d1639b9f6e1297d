import DisplayText
public import Platform

/// A file that decides what a program does, such as a configuration, read only where nobody else can have written it.
public struct TrustedFile: Sendable {
  /// The content.
  public let bytes: [UInt8]
  /// The permission bits if others can read the file; `nil` if only its owner can, or root.
  public let othersRead: UInt32?

  /// Reads a file that belongs to this user or to root, and that nobody else can write. A link is followed, since whoever
  /// could change it could change the path; what is no regular file, such as the pipe of a shell, is taken as it is.
  ///
  /// - Parameter limit: at most so many bytes are read, and one more where there are more.
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/unsafeFile(_:)``,
  ///   ``PrivateFileError/system(call:code:)``.
  public init(reading path: String, limit: Int) throws(PrivateFileError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENOENT ? .missing : .system(call: "open", code: errno) }
    defer { close(file) }
    let status = try Self.check(file)
    let mode = UInt32(status.st_mode) & 0o7777
    othersRead = status.st_mode & S_IFMT == S_IFREG && mode & 0o044 != 0 ? mode : nil
    let content = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 1)
    defer { content.deallocate() }
    bytes = Array(content.prefix(try PrivateFolder.fill(content, from: file)))
  }

  /// Checks a file that is open already, by the same rules.
  ///
  /// - Throws: ``PrivateFileError/unsafeFile(_:)``, ``PrivateFileError/system(call:code:)``.
  @discardableResult
  public static func check(_ file: Int32) throws(PrivateFileError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(call: "fstat", code: errno) }
    try check(status)
    return status
  }

  /// Checks a file that somebody else will open, such as a program, by the same rules.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/unsafeFile(_:)``,
  ///   ``PrivateFileError/system(call:code:)``.
  public static func check(path: String) throws(PrivateFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw errno == ENOENT ? .missing : .system(call: "stat", code: errno) }
    try check(status)
  }

  private static func check(_ status: stat) throws(PrivateFileError) {
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .unsafeFile(.owner(status.st_uid)) }
    let mode = UInt32(status.st_mode) & 0o7777
    guard mode & 0o022 == 0 else { throw .unsafeFile(.permissions(mode)) }
  }

  /// What is wrong with a file that was refused, and what to type, for its owner.
  public static func words(_ error: PrivateFileError, _ path: String) -> String {
    switch error {
    case .unsafeFile(.permissions(let mode)):
      localized(
        "others can write \(path) (its mode is 0\(String(mode, radix: 8))); look whether all in it is yours, then type: "
          + "chmod go-w \(path)")
    case .unsafeFile(.owner(let user)):
      localized(
        "\(path) belongs to the user id \(user), who can change it; look whether all in it is yours, then type: sudo chown "
          + "$USER \(path)")
    case .system(_, let code): localized("\(path) cannot be read: \(String(cString: strerror(code)))")
    case .missing: localized("there is no file \(path)")
    default: localized("\(path) cannot be read")
    }
  }
}
