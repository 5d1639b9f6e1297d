import Platform

/// Prevents that two programs use the ledger at the same time. The kernel releases the lock however the program ends.
/// The process id in the file is used only in the error message.
package final class LedgerLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a ledger's folder, which is made if it does not exist.
  ///
  /// - Throws: ``LedgerError/alreadyInUse(pid:)``, ``LedgerError/unsafeLocation(_:)``.
  package convenience init(folder: String) throws(LedgerError) {
    try self.init(path: LedgerFolder(path: folder).lockPath)
  }

  init(path: String) throws(LedgerError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unsafeLocation(errno == ELOOP ? .wrongKind : .notAccessible) }
    do throws(LedgerError) {
      try LedgerFolder.check(path, kind: S_IFREG)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw errno == EWOULDBLOCK
          ? .alreadyInUse(pid: Self.readProcessID(descriptor)) : .unsafeLocation(.notAccessible)
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    writeProcessID()
  }

  /// The process that has the lock of a ledger's folder; `nil` if none has, or there is no such folder. Nothing is made.
  ///
  /// - Throws: ``LedgerError/alreadyInUse(pid:)`` if a process has the lock and has not told yet which one it is,
  ///   ``LedgerError/unsafeLocation(_:)``.
  package static func holder(of folder: String) throws(LedgerError) -> Int32? {
    let descriptor = open(folder + "/" + LedgerFolder.lockName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .unsafeLocation(errno == ELOOP ? .wrongKind : .notAccessible) }
      return nil
    }
    defer { close(descriptor) }
    // It is let go at once, so that a provider which starts at this moment hardly ever meets it.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else {
      flock(descriptor, LOCK_UN)
      return nil
    }
    guard let process = readProcessID(descriptor) else { throw .alreadyInUse(pid: nil) }
    return process
  }

  /// Releases the lock before the program ends.
  package func release() {
    flock(descriptor, LOCK_UN)
  }

  deinit {
    // A program that is being started at this moment has a copy of the descriptor until it is executed, which would hold
    // the lock a little longer.
    release()
    close(descriptor)
  }

  private static func readProcessID(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private func writeProcessID() {
    let bytes = Array("\(getpid())\n".utf8)
    // On a full disk the process id is missing from the error message, but the lock itself works.
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}
