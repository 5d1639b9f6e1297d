/// Verifies an audit chain. It is a pure value and is given all entries in the order of their numbers.
package struct AuditVerifier: Sendable {
  /// The end of the part that was verified so far.
  package private(set) var head = AuditHead.genesis
  private let note: AuditNote?
  private var noteWasFound: Bool
  /// The entries without content that no entry has named so far.
  private var unnamed: [Int64] = []

  /// Creates a verifier, which also looks for a head that was noted earlier if one is given.
  package init(note: AuditNote? = nil) {
    self.note = note
    noteWasFound = note == nil || (note?.hash == AuditHead.genesis.hash && (note?.number ?? 0) == 0)
  }

  /// Verifies the next entries.
  ///
  /// - Throws: ``AuditBreak`` at the first entry that was changed after it was written. The verification has then
  ///   ended.
  package mutating func take(_ records: [AuditRecord]) throws(AuditBreak) {
    for record in records { try take(record) }
  }

  private mutating func take(_ record: AuditRecord) throws(AuditBreak) {
    guard record.number == head.number + 1 else { throw AuditBreak(number: head.number + 1, fault: .missing) }
    let next: AuditHead
    if record.entry.isShortened, record.hash.count == head.hash.count {
      // The hash is covered by that of the next entry.
      next = AuditHead(number: record.number, hash: record.hash)
      unnamed.append(record.number)
    } else {
      guard let following = try? head.following(record.entry), following.hash == record.hash else {
        throw AuditBreak(number: record.number, fault: .changed)
      }
      next = following
      guard record.entry.names(&unnamed) else { throw AuditBreak(number: record.number, fault: .changed) }
    }
    if let note {
      if next.hash == note.hash, note.number ?? next.number == next.number {
        noteWasFound = true
      } else if note.number == next.number {
        throw AuditBreak(number: next.number, fault: .notAsNoted)
      }
    }
    head = next
  }

  /// Ends the verification after the last entry.
  ///
  /// - Parameter count: The largest number that an entry ever had, see ``LedgerReader/auditCount()``.
  /// - Throws: ``AuditBreak`` if entries are missing at the end, or the note was not found.
  package func finish(count: Int64) throws(AuditBreak) {
    if let number = note?.number, number > head.number {
      throw AuditBreak(number: head.number + 1, fault: .cutOff)
    }
    if let number = unnamed.first { throw AuditBreak(number: number, fault: .changed) }
    guard count <= head.number else { throw AuditBreak(number: head.number + 1, fault: .cutOff) }
    guard noteWasFound else {
      throw AuditBreak(number: note?.number ?? 0, fault: note?.number == nil ? .noteUnknown : .notAsNoted)
    }
  }
}
