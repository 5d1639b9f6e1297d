/// A ledger that can be copied while it is used.
package protocol LedgerCopying: Sendable {
  /// Writes a copy into a new file of mode 0600: one consistent state, with all that was durable before the call. Reads
  /// and writes go on meanwhile.
  ///
  /// - Returns: the end of the audit log in the copy.
  /// - Throws: ``LedgerError``. There is no file, or one that is not whole.
  func copy(to path: String) async throws(LedgerError) -> AuditHead
}

extension Ledger: LedgerCopying {
  package func copy(to path: String) async throws(LedgerError) -> AuditHead {
    if let refusal = writes.closedOrFailed { throw refusal }
    return try await engine.copy(to: path)
  }
}
