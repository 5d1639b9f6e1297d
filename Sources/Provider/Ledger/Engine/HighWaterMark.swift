import Cryptography
import Platform
import Synchronization

/// A small file beside the ledger that stores how far the ledger had come.
///
/// SQLite silently ends its log at a wrong checksum, so that a log which lost its end looks like an older ledger; a server
/// of PostgreSQL can be put back to an older copy while no provider looks.
/// Payments that were reported as made would then be unknown, and would be made again when their apps repeat the
/// request. The numbers of events and audit entries only grow. A ledger whose numbers are smaller than those stored
/// here therefore lacks data that was committed.
///
/// The mark is written after each commit, before anybody is told of the commit, and without a synchronisation. After a
/// power failure it may be older than the ledger, which is harmless, but never newer. A ledger that was restored
/// together with its mark, for example from a backup of the folder, is not recognised here; for that the ledger is
/// compared with what the wallets sent.
final class HighWaterMark: Sendable {
  /// The numbers of the last event and of the last audit entry.
  struct Reached: Sendable, Hashable {
    var events: Int64
    var audit: Int64

    /// Nothing was stored.
    static let none = Reached(events: 0, audit: 0)

    func isBehind(_ other: Reached) -> Bool { events < other.events || audit < other.audit }
  }

  // Two lines that are written alternately. If one is cut off in the middle, the other one is still valid.
  private static let lineLength = 64
  private let descriptor: Int32
  private let turn = Mutex(0)

  /// Opens the file, or creates it with mode 0600 if it does not exist.
  init(path: String) throws(LedgerError) {
    descriptor = try LedgerFolder.openBeside(path)
    // The older line is written first, so that the newer one is there if that is cut off.
    let lines = lines()
    let isFirstNewer =
      lines.first.flatMap(\.self) != nil && (lines.count < 2 || lines[1]?.isBehind(lines[0] ?? .none) != false)
    if isFirstNewer { turn.withLock { $0 = 1 } }
  }

  deinit {
    close(descriptor)
  }

  /// Returns the stored mark; `nil` if there is none or it cannot be read any more.
  func noted() -> Reached? {
    let reached = lines().compactMap(\.self)
    guard let events = reached.map(\.events).max(), let audit = reached.map(\.audit).max() else { return nil }
    return Reached(events: events, audit: audit)
  }

  /// The two lines as they are stored; `nil` for one that cannot be read.
  private func lines() -> [Reached?] {
    var bytes = [UInt8](repeating: 0, count: 2 * Self.lineLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return [] }
    return stride(from: 0, to: count, by: Self.lineLength).map { start in
      Self.parse(Array(bytes[start..<min(start + Self.lineLength, count)]))
    }
  }

  /// Stores a mark. Returns the error if the disk did not accept it, otherwise `nil`.
  func note(_ reached: Reached) -> LedgerError? {
    let line = Self.line(reached)
    return turn.withLock { turn in
      defer { turn = 1 - turn }
      if pwrite(descriptor, line, line.count, off_t(turn * Self.lineLength)) == line.count { return nil }
      return errno == ENOSPC ? .diskFull : .failed
    }
  }

  private static func line(_ reached: Reached) -> [UInt8] {
    let text = "events \(padded(reached.events)) audit \(padded(reached.audit)) "
    return Array(text.utf8) + checksum(text) + [0x0A]
  }

  private static func parse(_ line: [UInt8]) -> Reached? {
    guard line.count == lineLength else { return nil }
    let words = String(decoding: line.dropLast(), as: UTF8.self).unicodeScalars.split(separator: " ").map(String.init)
    guard words.count == 5, let events = Int64(words[1]), let audit = Int64(words[3]) else { return nil }
    let reached = Reached(events: events, audit: audit)
    return Self.line(reached) == line ? reached : nil
  }

  private static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
  }

  /// Returns ten hexadecimal digits of the SHA-256 of a text.
  private static func checksum(_ text: String) -> [UInt8] {
    // If hashing fails, the line is not recognised later. Only the protection of one start is lost then.
    guard let hash = try? SHA256.hash(Array(text.utf8)) else { return [UInt8](repeating: 0x2D, count: 10) }
    return Array(hash.prefix(5).hexadecimal.utf8)
  }
}
