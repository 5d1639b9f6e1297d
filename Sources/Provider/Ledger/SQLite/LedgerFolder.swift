import Platform

/// The owner's folder with the ledger's files. Files that others could read or replace are refused.
struct LedgerFolder {
  let path: String

  var databasePath: String { Self.databasePath(in: path) }
  /// What the database is called from when it is in PostgreSQL as well, until it is known that it is used there only.
  var movingPath: String { databasePath + ".moving" }
  var logPath: String { databasePath + "-wal" }
  var lockPath: String { path + "/" + Self.lockName }
  /// The name of the file that is locked while a process uses the ledger.
  static let lockName = "ledger.lock"
  var markPath: String { Self.markPath(in: path) }
  var epochPath: String { path + "/ledger.epoch" }
  var sealsPath: String { path + "/ledger.pages" }

  /// Where the database is in a folder that need not exist.
  static func databasePath(in folder: String) -> String { folder + "/ledger.sqlite" }

  /// Where the mark is in a folder that need not exist.
  static func markPath(in folder: String) -> String { folder + "/ledger.mark" }

  /// Creates the folder with mode 0700 if it does not exist, and checks it otherwise.
  init(path: String) throws(LedgerError) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unsafeLocation(.notAccessible) }
    try Self.check(path, kind: S_IFDIR)
  }

  /// Checks a folder that has to exist.
  init(existing path: String) throws(LedgerError) {
    self.path = path
    try Self.check(path, kind: S_IFDIR)
  }

  /// Creates the database file with mode 0600 if it does not exist, and checks it otherwise. SQLite gives its
  /// additional files the same permissions.
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

  /// Checks the database file and the additional files of SQLite.
  func checkDatabaseFile() throws(LedgerError) {
    try Self.check(databasePath, kind: S_IFREG)
    for beside in [logPath, databasePath + "-shm"] where Self.size(of: beside) != nil {
      try Self.check(beside, kind: S_IFREG)
    }
  }

  /// Opens a small additional file for reading and writing, and creates it with mode 0600 if it does not exist.
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

  /// Returns the size of a file in bytes; `nil` if it does not exist.
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

  /// Writes the log once more as it is, and synchronises it. What a log has whose synchronisation failed in an earlier process
  /// can be read, and is lost with the power: the system takes it for written. A log with a gap ends there for SQLite, and
  /// what is left of it hides newer pages that were moved into the database.
  func writeLogAgain() throws(LedgerError) {
    let descriptor = open(logPath, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unsafeLocation(.notAccessible) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, &bytes, bytes.count, offset)
      guard count >= 0 else { throw .failed }
      guard count > 0 else { break }
      let written = pwrite(descriptor, bytes, count, offset)
      // Some file systems need room to write what is there. The log stays as it is then.
      guard written >= 0 || errno == ENOSPC else { throw .failed }
      guard written == count else { return }
      offset += off_t(count)
    }
    guard fsync(descriptor) == 0 else { throw .failed }
    try makeEntriesDurable()
  }

  /// Synchronises the folder, because a new file survives a crash only if its folder was synchronised, too.
  func makeEntriesDurable() throws(LedgerError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unsafeLocation(.notAccessible) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .failed }
  }
}
