import Platform

/// Identifies a file and the time of its last change. While the stamp is equal, the content of the file is the same.
public struct FileStamp: Sendable, Hashable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let modified: [Int]
  private let changed: [Int]

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = [modified.tv_sec, modified.tv_nsec]
    self.changed = [changed.tv_sec, changed.tv_nsec]
  }

  /// Whether both stamps are of the same file with the same content. The file may have been renamed in between.
  public func hasContent(of other: FileStamp) -> Bool {
    (device, file, size, modified) == (other.device, other.file, other.size, other.modified)
  }
}

/// A file that a person or another program has put into a private folder.
public struct SubmittedFile: Sendable {
  /// The content of the file.
  public let bytes: [UInt8]
  /// The stamp of the file when it was read.
  public let stamp: FileStamp
}

extension PrivateFolder {
  /// Reads a file that was put into this folder. It must belong to this user, have only this name and not be writable
  /// by others. Others may have read permission, as in files written by editors, because the folder denies them access.
  ///
  /// - Parameters:
  ///   - name: the name of the file in the folder, without `/`.
  ///   - limit: the maximum size of the file in bytes.
  /// - Throws: ``PrivateFileError``; ``PrivateFileError/unsafeFile(_:)`` if it is a link, has a second name, is not a
  ///   regular file, belongs to another user or is writable by others.
  public func readSubmitted(_ name: String, limit: Int) throws(PrivateFileError) -> SubmittedFile {
    var tries = 0
    while true {
      do {
        return try readOnce(name, limit: limit)
      } catch {
        // The file was replaced between opening and checking it, so the name refers to another file now.
        tries += 1
        guard error == .unsafeFile(.names(0)), tries < 100 else { throw error }
      }
    }
  }

  private func readOnce(_ name: String, limit: Int) throws(PrivateFileError) -> SubmittedFile {
    let file = try openFile(name)
    defer { close(file) }
    let status = try FileStatus(of: file)
    if let danger = status.danger(kind: S_IFREG, oneName: true, forbidden: 0o022) { throw .unsafeFile(danger) }
    guard status.size <= limit else { throw .tooLarge(limit: limit) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(PrivateFileError) in
      try Self.fill(UnsafeMutableRawBufferPointer(buffer), from: file)
    }
    guard count <= limit else { throw .tooLarge(limit: limit) }
    bytes.removeLast(bytes.count - count)
    return SubmittedFile(bytes: bytes, stamp: status.stamp)
  }

  /// The stamp of the file with a name, without following links; nil if there is none.
  public func stamp(_ name: String) -> FileStamp? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStamp(status)
  }

  /// Moves a file into another folder of the same file system and writes both folders to the disk. It never replaces a
  /// file.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/exists``, ``PrivateFileError/system(call:code:)``.
  public func move(_ name: String, to folder: PrivateFolder) throws(PrivateFileError) {
    try renameExclusively(name, to: name, in: folder)
    try folder.synchronize()
    try synchronize()
  }
}
