import CPlatform
import Platform

extension PrivateFolder {
  /// Reads a file that only this user can access.
  ///
  /// - Parameters:
  ///   - name: the name of the file in the folder, without `/`.
  ///   - limit: the maximum size of the file in bytes.
  /// - Throws: ``PrivateFileError``; ``PrivateFileError/unsafeFile(_:)`` if it is a link, is not a regular file,
  ///   belongs to another user or is accessible to others.
  public func read(_ name: String, limit: Int) throws(PrivateFileError) -> [UInt8] {
    let file = try openFile(name)
    defer { close(file) }
    let status = try FileStatus(of: file)
    if let danger = status.danger(kind: S_IFREG, oneName: false) { throw .unsafeFile(danger) }
    // The memory is that of the file and not of the limit: whoever reads thousands of small files keeps all of them.
    var bytes = try Self.bytes(min(limit, Int(status.size)) + 1, from: file)
    // The file may have grown in the meantime.
    if bytes.count > status.size, bytes.count <= limit { bytes += try Self.bytes(limit + 1 - bytes.count, from: file) }
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }

  /// Reads what comes next in a file, at most this many bytes.
  private static func bytes(_ most: Int, from file: Int32) throws(PrivateFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(PrivateFileError) in
      try fill(UnsafeMutableRawBufferPointer(buffer), from: file)
    }
    bytes.removeLast(most - count)
    return bytes
  }

  /// Reads a file that only this user can access into memory of the caller, for secrets that must not be copied.
  ///
  /// - Parameters:
  ///   - name: the name of the file in the folder, without `/`.
  ///   - buffer: receives the bytes. If the file does not fit, the buffer is filled; to detect this, it should be one
  ///     byte larger than the maximum size.
  ///   - oneName: whether a file with a second hard link is refused too.
  /// - Returns: the number of bytes read.
  /// - Throws: the same errors as ``read(_:limit:)``.
  public func read(
    _ name: String, into buffer: UnsafeMutableRawBufferPointer, oneName: Bool
  ) throws(PrivateFileError) -> Int {
    let file = try openFile(name)
    defer { close(file) }
    if let danger = try FileStatus(of: file).danger(kind: S_IFREG, oneName: oneName) { throw .unsafeFile(danger) }
    return try Self.fill(buffer, from: file)
  }

  /// Opens a file for reading; the caller closes it.
  func openFile(_ name: String) throws(PrivateFileError) -> Int32 {
    // Without O_NONBLOCK, opening would block if the file had been replaced by a fifo.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: throw .missing
      case ELOOP: throw .unsafeFile(.symbolicLink)
      case ENXIO: throw .unsafeFile(.wrongKind)
      case let code: throw .system(call: "openat", code: code)
      }
    }
    return file
  }

  /// Reads until the buffer is full or the file ends. Returns the number of bytes read.
  static func fill(_ buffer: UnsafeMutableRawBufferPointer, from file: Int32) throws(PrivateFileError) -> Int {
    var count = 0
    while count < buffer.count {
      let got = systemRead(file, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(call: "read", code: errno) }
      if got == 0 { break }
      count += got
    }
    return count
  }

  /// Writes a file of mode 0600 atomically: afterwards it either exists with all its bytes on the disk or does not
  /// exist.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file in the folder, without `/`.
  ///   - replacing: whether an existing file is replaced; otherwise an existing file is an error.
  /// - Throws: ``PrivateFileError/exists``, ``PrivateFileError/system(call:code:)``.
  public func write(_ bytes: [UInt8], to name: String, replacing: Bool) throws(PrivateFileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(PrivateFileError) in
      try write(UnsafeRawBufferPointer(buffer), to: name, replacing: replacing)
    }
  }

  /// Writes a file like ``write(_:to:replacing:)``, from memory of the caller.
  public func write(_ bytes: UnsafeRawBufferPointer, to name: String, replacing: Bool) throws(PrivateFileError) {
    try write(to: name, replacing: replacing) { (file) throws(PrivateFileError) in try Self.write(bytes, to: file) }
  }

  func write(
    to name: String, replacing: Bool, by body: (_ descriptor: Int32) throws(PrivateFileError) -> Void
  ) throws(PrivateFileError) {
    let temporary = "\(Self.temporaryPrefix(name))\(getpid()).\(UInt64.random(in: .min ... .max))"
    let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(call: "openat", code: errno) }
    do throws(PrivateFileError) {
      defer { close(file) }
      // The umask may have removed permission bits that the owner needs.
      guard fchmod(file, 0o600) == 0 else { throw .system(call: "fchmod", code: errno) }
      try body(file)
      guard fsync(file) == 0 else { throw .system(call: "fsync", code: errno) }
      try rename(temporary, to: name, replacing: replacing)
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    guard fsync(descriptor) == 0 else { throw .system(call: "fsync", code: errno) }
  }

  /// Removes a file if it exists.
  ///
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func remove(_ name: String) throws(PrivateFileError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .system(call: "unlinkat", code: errno) }
  }

  /// Writes the folder to the disk, so that removed files stay removed after a power failure.
  ///
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func synchronize() throws(PrivateFileError) {
    guard fsync(descriptor) == 0 else { throw .system(call: "fsync", code: errno) }
  }

  /// Removes the temporary files of processes that ended while they were writing this file.
  ///
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func removeLeftovers(of name: String) throws(PrivateFileError) {
    try removeLeftovers { $0 == name }
  }

  /// Removes the temporary files of processes that ended while they were writing files whose names satisfy `isOurs`.
  ///
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func removeLeftovers(where isOurs: (_ name: String) -> Bool) throws(PrivateFileError) {
    for leftover in try names() where leftover.utf8.starts(with: ".".utf8) {
      let parts = leftover.unicodeScalars.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count > 2, UInt64(parts[parts.count - 1]) != nil, let process = pid_t(parts[parts.count - 2]),
        process > 0, isOurs(parts.dropLast(2).joined(separator: "."))
      else { continue }
      // A process that is still running may be about to rename its file. But the process id may have been reused, and
      // in a container it is always the same. Writing never takes an hour, so older files are removed anyway.
      guard (kill(process, 0) != 0 && errno == ESRCH) || isOlder(leftover, seconds: 3600) else { continue }
      try remove(leftover)
    }
  }

  private func isOlder(_ name: String, seconds: Int) -> Bool {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    return time(nil) - modified > seconds
  }

  private static func temporaryPrefix(_ name: String) -> String { ".\(name)." }

  private func rename(_ temporary: String, to name: String, replacing: Bool) throws(PrivateFileError) {
    guard replacing else { return try renameExclusively(temporary, to: name, in: self) }
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw .system(call: "renameat", code: errno)
    }
  }

  func renameExclusively(_ name: String, to other: String, in folder: PrivateFolder) throws(PrivateFileError) {
    if cplatform_rename_exclusively(descriptor, name, folder.descriptor, other) == 0 { return }
    switch errno {
    case EEXIST: throw .exists
    case ENOENT: throw .missing
    // Not every file system supports this. Making a hard link never replaces a file either, but for a moment the file
    // has two names.
    case EINVAL, ENOSYS, ENOTSUP:
      guard linkat(descriptor, name, folder.descriptor, other, 0) == 0 else {
        throw errno == EEXIST ? .exists : .system(call: "linkat", code: errno)
      }
      unlinkat(descriptor, name, 0)
    case let code: throw .system(call: "renameat2", code: code)
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(PrivateFileError) {
    var written = 0
    while written < bytes.count {
      let count = systemWrite(file, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(call: "write", code: errno) }
      written += count
    }
  }
}
