/// Checks an audit chain entry by entry: a pure value, fed with all entries in the order of their numbers.
package struct AuditVerifier: Sendable {
  /// The end of what was checked so far.
  package private(set) var head = AuditHead.genesis
  private let note: AuditNote?
  private var noteWasFound: Bool

  /// A check that also looks for a head that was noted before.
  package init(note: AuditNote? = nil) {
    self.note = note
    noteWasFound = note == nil || (note?.hash == AuditHead.genesis.hash && (note?.number ?? 0) == 0)
  }

  /// Takes the next entries.
  ///
  /// - Throws: ``AuditBreak`` at the first one that is not what it was when it was written. What was checked is over
  ///   then.
  package mutating func take(_ records: [AuditRecord]) throws(AuditBreak) {
    for record in records { try take(record) }
  }

  private mutating func take(_ record: AuditRecord) throws(AuditBreak) {
    guard record.number == head.number + 1 else { throw AuditBreak(number: head.number + 1, fault: .missing) }
    guard let next = try? head.following(record.entry), next.hash == record.hash else {
      throw AuditBreak(number: record.number, fault: .changed)
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

  /// Ends the check after the last entry.
  ///
  /// - Parameter count: the largest number that an entry ever had, as the file counts it, see
  ///   ``LedgerReader/auditCount()``.
  /// - Throws: ``AuditBreak`` where entries are missing at the end, or the note was not found.
  package func finish(count: Int64) throws(AuditBreak) {
    if let number = note?.number, number > head.number {
      throw AuditBreak(number: head.number + 1, fault: .cutOff)
    }
    guard count <= head.number else { throw AuditBreak(number: head.number + 1, fault: .cutOff) }
    guard noteWasFound else {
      throw AuditBreak(number: note?.number ?? 0, fault: note?.number == nil ? .noteUnknown : .notAsNoted)
    }
  }
}
