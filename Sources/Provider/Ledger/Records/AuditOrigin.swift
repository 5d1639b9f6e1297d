import JSON

/// By which way the owner said what is decided, for the audit log: the owner's socket, a notice on the desktop, or another
/// daemon. It goes with the task that carries out the owner's words, so that no decision can forget it.
package enum AuditOrigin {
  /// The way, in words; `nil` where nobody asked for what is done.
  @TaskLocal package static var current: String?

  /// The member of an entry's detail that tells it.
  package static let member = "via"
}

extension AuditEntry {
  /// The same entry, which tells by which way the owner decided. What becomes of an order may be written long after the
  /// owner's word, and by tasks that began with it: an approval brings its way along, and the rest has none.
  func from(_ origin: String?) -> AuditEntry {
    guard let origin, !kind.utf8.starts(with: "order.".utf8),
      var detail = try? JSONValue(parsing: Array(detail.utf8)).objectValue, detail[AuditOrigin.member] == nil
    else { return self }
    detail[AuditOrigin.member] = .string(origin)
    return AuditEntry(at: at, kind: kind, app: app, objectID: objectID, detail)
  }
}
