import Platform

/// A folder that only this user can access. It is held open, so it cannot be replaced by another folder between the
/// check and the use of a file in it.
public final class PrivateFolder: Sendable {
  /// The path with which the folder was opened, for messages.
  public let path: String
  let descriptor: Int32

  /// Opens a folder that exists.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/unsafeFolder(_:)`` if it is a link, belongs to another
  ///   user or is accessible to others, ``PrivateFileError/system(call:code:)``.
  public convenience init(opening path: String) throws(PrivateFileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      switch code {
      case ENOENT: throw .missing
      // With O_DIRECTORY the kernel returns ENOTDIR for a link too; lstat tells the two cases apart.
      case ELOOP, ENOTDIR: throw .unsafeFolder(Self.isLink(path) ? .symbolicLink : .wrongKind)
      default: throw .system(call: "open", code: code)
      }
    }
    try self.init(descriptor: descriptor, path: path)
  }

  /// Opens a folder. It and its parent folders are made with mode 0700 if they are missing.
  ///
  /// - Throws: the same errors as ``init(opening:)``.
  public convenience init(creating path: String) throws(PrivateFileError) {
    try Self.create(path)
    try self.init(opening: path)
  }

  /// Checks that nobody else can take the folder away and put another in its place: of the two folders above it, none may
  /// be one that everybody can write, but for those in which everybody can remove only what is his own.
  ///
  /// - Throws: ``PrivateFileError/unsafeFolder(_:)``, ``PrivateFileError/system(call:code:)``.
  public func checkAbove() throws(PrivateFileError) {
    for above in ["..", "../.."] {
      var status = stat()
      guard fstatat(descriptor, above, &status, 0) == 0 else { throw .system(call: "fstatat", code: errno) }
      let mode = UInt32(status.st_mode) & 0o7777
      guard mode & 0o002 == 0 || mode & 0o1000 != 0 else { throw .unsafeFolder(.permissions(mode)) }
    }
  }

  /// Opens a folder that may belong to any user, for a file whose path was given by a person.
  init(anyone path: String) throws(PrivateFileError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .system(call: "open", code: errno) }
    self.path = path
  }

  private init(descriptor: Int32, path: String) throws(PrivateFileError) {
    do throws(PrivateFileError) {
      if let danger = try FileStatus(of: descriptor).danger(kind: S_IFDIR) { throw .unsafeFolder(danger) }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // A child process that is being started has a copy of the descriptor for a moment. Without this call the claim
    // would last until that copy is closed.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Locks the folder for this object. Of all objects in all processes that open the folder, only one can hold the
  /// lock. It is released when the object is released or the process ends.
  ///
  /// - Returns: whether the lock was free.
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func claim() throws(PrivateFileError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .system(call: "flock", code: errno) }
    }
    return true
  }

  /// Opens a folder in this one, even if the path of this folder leads elsewhere now.
  ///
  /// - Parameters:
  ///   - name: the name of the folder, without `/`.
  ///   - creating: whether the folder is made with mode 0700 if it is missing.
  /// - Throws: the same errors as ``init(opening:)``.
  public func subfolder(_ name: String, creating: Bool = false) throws(PrivateFileError) -> PrivateFolder {
    if creating, mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST {
      throw .system(call: "mkdirat", code: errno)
    }
    let folder = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let code = errno
      switch code {
      case ENOENT: throw .missing
      case ELOOP, ENOTDIR:
        var status = stat()
        let isLink =
          fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
        throw .unsafeFolder(isLink ? .symbolicLink : .wrongKind)
      default: throw .system(call: "openat", code: code)
      }
    }
    return try PrivateFolder(descriptor: folder, path: path + "/" + name)
  }

  /// The names of all entries in the folder, sorted, without `.` and `..`.
  ///
  /// - Throws: ``PrivateFileError/system(call:code:)``.
  public func names() throws(PrivateFileError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .system(call: "fdopendir", code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The names of all entries in a folder that may belong to any user, sorted, without `.` and `..`.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/system(call:code:)``.
  public static func entries(of path: String) throws(PrivateFileError) -> [String] {
    try PrivateFolder(anyone: path).names()
  }

  private static func create(_ path: String) throws(PrivateFileError) {
    guard mkdir(path, 0o700) != 0 else { return }
    let code = errno
    switch code {
    case EEXIST: return
    case ENOENT:
      guard let slash = path.unicodeScalars.lastIndex(of: "/"), slash != path.startIndex else { throw .missing }
      try create(String(path[..<slash]))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(call: "mkdir", code: errno) }
    default: throw .system(call: "mkdir", code: code)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// The status of an open file, as reported by the kernel.
struct FileStatus {
  private var status = stat()

  init(of descriptor: Int32) throws(PrivateFileError) {
    guard fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", code: errno) }
  }

  /// The size in bytes.
  var size: Int { Int(status.st_size) }

  /// The stamp of the file.
  var stamp: FileStamp { FileStamp(status) }

  /// Checks that the file belongs to this user, is of this kind, is not accessible to others and, if `oneName` is set,
  /// has only one name. Returns the first violation, or nil.
  ///
  /// - Parameter forbidden: the permission bits that must not be set.
  func danger(kind: mode_t, oneName: Bool = false, forbidden: mode_t = 0o077) -> PrivateFileError.Danger? {
    if status.st_mode & S_IFMT != kind { return .wrongKind }
    if status.st_uid != geteuid() { return .owner(status.st_uid) }
    if status.st_mode & forbidden != 0 { return .permissions(UInt32(status.st_mode & 0o7777)) }
    if oneName, status.st_nlink != 1 { return .names(Int(status.st_nlink)) }
    return nil
  }
}

/// The reason why a private file was not read or written.
public enum PrivateFileError: Error, Sendable, Hashable {
  /// The reason why another user may have made the file or folder, or can change it.
  public enum Danger: Sendable, Hashable {
    /// It is a symbolic link.
    case symbolicLink
    /// It is not a regular file or, where a folder is needed, not a folder.
    case wrongKind
    /// It belongs to another user, who has this user id.
    case owner(UInt32)
    /// Its group or others have access; the value is its permission bits.
    case permissions(UInt32)
    /// It has this number of names (hard links), so it can be reached by a name that was not checked.
    case names(Int)
  }

  /// The file or folder does not exist.
  case missing
  /// The file or folder already exists.
  case exists
  /// The file cannot be trusted.
  case unsafeFile(Danger)
  /// The folder that holds it cannot be trusted.
  case unsafeFolder(Danger)
  /// The file is larger than the limit.
  case tooLarge(limit: Int)
  /// A system call failed, given by its name and errno. If the disk is full, errno is `ENOSPC` or `EDQUOT`.
  case system(call: String, code: Int32)
}
