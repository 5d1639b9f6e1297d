import Platform

/// The owner's folder with the ledger's files; refuses whatever others could read or replace.
struct LedgerFolder {
  let path: String

  var databasePath: String { path + "/ledger.sqlite" }
  var logPath: String { databasePath + "-wal" }
  var lockPath: String { path + "/ledger.lock" }
  var markPath: String { path + "/ledger.mark" }
  var sealsPath: String { path + "/ledger.pages" }

  /// Makes the folder where it is missing (0700) and checks it otherwise.
  init(path: String) throws(LedgerError) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unsafeLocation(.notAccessible) }
    try Self.check(path, kind: S_IFDIR)
  }

  /// Checks a folder that has to be there.
  init(existing path: String) throws(LedgerError) {
    self.path = path
    try Self.check(path, kind: S_IFDIR)
  }

  /// Makes the database file where it is missing (0600) and checks it otherwise. SQLite gives the files beside it the
  /// same permissions.
  func prepareDatabaseFile() throws(LedgerError) {
    let descriptor = open(databasePath, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      try makeEntriesDurable()
    } else if errno == ENOSPC {
      throw .diskFull
    } else if errno != EEXIST {
      throw .unsafeLocation(.notAccessible)
    }
    try checkDatabaseFile()
  }

  /// Checks the database file and those that SQLite keeps beside it.
  func checkDatabaseFile() throws(LedgerError) {
    try Self.check(databasePath, kind: S_IFREG)
    for beside in [logPath, databasePath + "-shm"] where Self.size(of: beside) != nil {
      try Self.check(beside, kind: S_IFREG)
    }
  }

  /// Opens a small file of the ledger's own for reading and writing, making it where it is missing (0600).
  static func openBeside(_ path: String) throws(LedgerError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == ENOSPC ? .diskFull : .unsafeLocation(errno == ELOOP ? .wrongKind : .notAccessible)
    }
    do throws(LedgerError) {
      try check(path, kind: S_IFREG)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// The size of a file in bytes; `nil` where there is none.
  static func size(of path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Int64(status.st_size)
  }

  static func check(_ path: String, kind: mode_t) throws(LedgerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .unsafeLocation(.notAccessible) }
    guard status.st_mode & S_IFMT == kind else { throw .unsafeLocation(.wrongKind) }
    guard status.st_uid == geteuid() else { throw .unsafeLocation(.wrongOwner) }
    guard status.st_mode & 0o077 == 0 else { throw .unsafeLocation(.wrongMode) }
  }

  /// A new file survives a crash only when its folder was synchronised too.
  private func makeEntriesDurable() throws(LedgerError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unsafeLocation(.notAccessible) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .failed }
  }
}
