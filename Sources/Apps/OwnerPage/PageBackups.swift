import Cryptography
import Files
import JSON
import OwnerAPI
import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sealed backups for the owner's page, as `payd backup` makes them: into a file that the owner has chosen, or in parts to
/// the page, whose browser saves them. Only messages of the page itself reach them.
final class PageBackups: Sendable {
  /// So large a part is a message of the page. They are multiples of three, so that the texts of base64 follow each other.
  static let partBytes = 3 << 17
  /// What a page is given: a browser has all of it in memory. `payd backup` makes larger ones.
  private static let mostBytes = 256 << 20

  /// A backup whose file has no name any more, so that nothing is left of it.
  private struct Kept {
    let id: String
    let file: Int32
    let parts: Int
  }

  private let payd: PaydProgram
  private let kept = Mutex<Kept?>(nil)

  init(_ payd: PaydProgram) {
    self.payd = payd
    Self.sweep(payd.state)
  }

  deinit { kept.withLock { if let kept = $0 { close(kept.file) } } }

  /// Makes one in place of whatever is at a path that the owner has chosen.
  func make(at path: String, sealedWith passphrase: String) throws(OwnerFailure) {
    let new = path + ".\(try Self.word())"
    do throws(OwnerFailure) { try make(new, passphrase) } catch {
      unlink(new)
      throw error
    }
    guard rename(new, path) == 0 else {
      unlink(new)
      throw OwnerFailure(.unavailable, "\(path) cannot be written")
    }
    // Without it the owner may be told of a backup that is gone after a power failure, together with the one before.
    do throws(PrivateFileError) { try OutputFile.synchronizeFolder(of: path) } catch {
      throw OwnerFailure(.unavailable, "\(path) is not on the disk for certain")
    }
  }

  /// Makes one for the page, which takes its parts; the one before is gone then.
  ///
  /// - Returns: its name among backups, and the number of its parts; nil where it is too large for a page.
  func make(sealedWith passphrase: String) throws(OwnerFailure) -> (id: String, parts: Int)? {
    let id = try Self.word()
    let path = payd.state + "/\(Self.name(id, of: getpid()))"
    defer { unlink(path) }
    try make(path, passphrase)
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else {
      if file >= 0 { close(file) }
      throw OwnerFailure(.unavailable, "the backup cannot be read")
    }
    guard status.st_size <= Self.mostBytes else {
      close(file)
      return nil
    }
    let parts = max(1, (Int(status.st_size) + Self.partBytes - 1) / Self.partBytes)
    keep(Kept(id: id, file: file, parts: parts))
    return (id, parts)
  }

  /// A part, in base64url; nil if there is no such backup any more. It is gone after its last part.
  func part(_ number: Int, of id: String) -> String? {
    kept.withLock { kept in
      guard let open = kept, constantTimeEqual(Array(open.id.utf8), Array(id.utf8)), (0..<open.parts).contains(number)
      else { return nil }
      var bytes = [UInt8](repeating: 0, count: Self.partBytes)
      let count = bytes.withUnsafeMutableBytes { pread(open.file, $0.baseAddress, $0.count, off_t(number * $0.count)) }
      guard count >= 0 else { return nil }
      if number == open.parts - 1 {
        close(open.file)
        kept = nil
      }
      return Base64URL.encode(Array(bytes[..<count]))
    }
  }

  // MARK: Leftovers

  private static let beginning = "page-"

  /// The name of one while it is written, by which others know whose it is.
  static func name(_ id: String, of program: pid_t) -> String { "\(beginning)\(program)-\(id).backup" }

  /// Removes what programs have left that were killed while they wrote a backup.
  static func sweep(_ folder: String) {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for entry in entries where entry.utf8.starts(with: beginning.utf8) && entry.contains(".backup") {
      let number = entry.utf8.dropFirst(beginning.utf8.count).prefix { $0 != UInt8(ascii: "-") }
      guard let program = pid_t(String(decoding: number, as: UTF8.self)), program > 0 else { continue }
      // One that runs, of this user or of another one, may be writing it.
      if kill(program, 0) != 0, errno == ESRCH { unlink(folder + "/" + entry) }
    }
  }

  private func make(_ path: String, _ passphrase: String) throws(OwnerFailure) {
    let outcome = try payd.run(["backup", path, "--passphrase-fd", "0", "--json"], input: passphrase + "\n")
    guard outcome.status == 0 else { throw outcome.failure }
  }

  private func keep(_ new: Kept) {
    kept.withLock { kept in
      if let old = kept { close(old.file) }
      kept = new
    }
  }

  /// A word that nobody guesses.
  private static func word() throws(OwnerFailure) -> String {
    do throws(CryptographyError) { return Base64URL.encode(try SystemRandom().bytes(count: 16)) } catch {
      throw OwnerFailure(.unavailable, "the system has no random numbers")
    }
  }
}
