import Platform

/// Which file a name led to, and when that last changed: as long as it is the same, so is what is in the file.
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

  /// Whether it is the same file with the same content, which may have another name since.
  public func hasContent(of other: FileStamp) -> Bool {
    (device, file, size, modified) == (other.device, other.file, other.size, other.modified)
  }
}

/// A file that a person or another program put into a folder of ours.
public struct SubmittedFile: Sendable {
  /// What is in it.
  public let bytes: [UInt8]
  /// Which file it was.
  public let stamp: FileStamp
}

extension PrivateFolder {
  /// Reads a file that was put here: one that is ours, that has this name alone, and that nobody else can change.
  /// Others may be allowed to read it, as they are to read what editors write; the folder keeps them out.
  ///
  /// - Parameters:
  ///   - name: its name in the folder, without `/`.
  ///   - limit: the most bytes that it may have.
  /// - Throws: ``PrivateFileError``; ``PrivateFileError/unsafeFile(_:)`` when it is a link, has a second name, is no
  ///   regular file, another user's, or can be changed by others.
  public func readSubmitted(_ name: String, limit: Int) throws(PrivateFileError) -> SubmittedFile {
    var tries = 0
    while true {
      do {
        return try readOnce(name, limit: limit)
      } catch {
        // It was replaced between the opening and the look: its name leads to another one now.
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

  /// Which file a name leads to, links not followed; `nil` where there is none.
  public func stamp(_ name: String) -> FileStamp? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStamp(status)
  }

  /// Moves a file into another folder of the same file system, to stay there after a power cut; never replaces one.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/exists``, ``PrivateFileError/system(call:code:)``.
  public func move(_ name: String, to folder: PrivateFolder) throws(PrivateFileError) {
    try renameExclusively(name, to: name, in: folder)
    try folder.synchronize()
    try synchronize()
  }
}
