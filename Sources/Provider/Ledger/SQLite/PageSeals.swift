import Cryptography
import Platform

/// A file beside the database with a hash of each of its pages. A page that was changed on the disk is thereby refused
/// instead of being trusted: SQLite itself checks the structure of pages, but not their content.
///
/// Only checkpoints write pages. The hashes are written and synchronised after each checkpoint, before the log can be
/// overwritten. Until then the pages are also in the log, which has checksums of its own, and are not compared. The
/// file has 16 bytes and 8 more for each page. A checkpoint may also cut free pages off the end of the database; their
/// seals are cut off with the others' writing, and until then the log says how many pages are left. If the file is
/// missing, the ledger is accepted as it is and sealed. What changes on the disk while the ledger is open is found by
/// CPageWatch.
///
/// `@unchecked Sendable`: after the ledger was opened, it is used on the writer's queue only.
final class PageSeals: @unchecked Sendable {
  private static let magic = Array("PayL pages 1\n\0\0\0".utf8)
  fileprivate static let sealLength = 8

  // It stays open as long as the ledger. With POSIX locks, closing it would release SQLite's locks on the same file.
  private let pages: Pages
  private let logPath: String
  private let descriptor: Int32

  /// Opens the file, or creates it with mode 0600 if it does not exist.
  init(_ folder: LedgerFolder) throws(LedgerError) {
    pages = try Pages(folder.databasePath)
    logPath = folder.logPath
    descriptor = try LedgerFolder.openBeside(folder.sealsPath)
  }

  deinit {
    close(descriptor)
  }

  /// Throws if a page of the database differs from its seal or is missing. Has to be called before the database is
  /// opened.
  func check() throws(LedgerError) {
    let seals = read()
    guard seals.count > Self.magic.count else { return }
    guard Array(seals[..<Self.magic.count]) == Self.magic else { throw .changedOutside }
    let size = pages.extent.size
    let logged = LoggedPages(of: logPath)
    let count = min((seals.count - Self.magic.count) / Self.sealLength, logged.databaseSize ?? .max)
    for page in 1...max(1, count) where !logged.numbers.contains(page) {
      let start = Self.magic.count + (page - 1) * Self.sealLength
      guard start + Self.sealLength <= seals.count else { break }
      let seal = Array(seals[start..<start + Self.sealLength])
      guard seal.contains(where: { $0 != 0 }) else { continue }
      guard try pages.seal(page, size: size) == seal else { throw .changedOutside }
    }
  }

  /// Seals every page if nothing was sealed before.
  func begin() throws(LedgerError) {
    guard read().count <= Self.magic.count else { return }
    try seal(Array((1...max(1, pages.extent.count)).prefix(pages.extent.count)))
  }

  /// Seals the pages of the log, after a checkpoint has written them to the database.
  func sealLoggedPages() throws(LedgerError) {
    let logged = LoggedPages(of: logPath).numbers
    guard !logged.isEmpty else { return }
    let count = pages.extent.count
    do throws(LedgerError) {
      try cutOff(after: count)
      try seal(logged.filter { $0 <= count }.sorted())
    } catch {
      guard error == .diskFull else { throw error }
      // Some seals are outdated. The file is emptied, so that the next start seals all pages again.
      guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else { throw .failed }
    }
  }

  private func seal(_ numbers: [Int]) throws(LedgerError) {
    let size = pages.extent.size
    try write(Self.magic, at: 0)
    for page in numbers {
      guard let seal = try pages.seal(page, size: size) else { throw .corrupt }
      try write(seal, at: Self.magic.count + (page - 1) * Self.sealLength)
    }
    guard fsync(descriptor) == 0 else { throw .failed }
  }

  /// Removes the seals of pages that the database does not have any more.
  private func cutOff(after count: Int) throws(LedgerError) {
    let length = off_t(Self.magic.count + count * Self.sealLength)
    guard lseek(descriptor, 0, SEEK_END) > length else { return }
    guard ftruncate(descriptor, length) == 0 else { throw .failed }
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(LedgerError) {
    let count = pwrite(descriptor, bytes, bytes.count, off_t(offset))
    if count == bytes.count { return }
    throw count >= 0 || errno == ENOSPC ? .diskFull : .failed
  }

  private func read() -> [UInt8] {
    let length = Int(lseek(descriptor, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(0, length))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// Reads the pages of the database file, independently of SQLite.
private final class Pages {
  private let descriptor: Int32

  init(_ path: String) throws(LedgerError) {
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unsafeLocation(.notAccessible) }
  }

  deinit {
    close(descriptor)
  }

  /// The size of a page in bytes and the number of pages.
  var extent: (size: Int, count: Int) {
    var header = [UInt8](repeating: 0, count: 18)
    guard pread(descriptor, &header, header.count, 0) == header.count else { return (512, 0) }
    let size = Int(header[16]) << 8 | Int(header[17])
    let bytes = size == 1 ? 65_536 : max(size, 512)
    return (bytes, Int(lseek(descriptor, 0, SEEK_END)) / bytes)
  }

  /// Returns the hash of a page; `nil` if there is no such page.
  func seal(_ page: Int, size: Int) throws(LedgerError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    guard pread(descriptor, &bytes, size, off_t((page - 1) * size)) == size else { return nil }
    do throws(CryptographyError) {
      return Array(try SHA256.hash(bytes).prefix(PageSeals.sealLength))
    } catch {
      throw .unexpected(code: -4)
    }
  }
}
