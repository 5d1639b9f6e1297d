/// Which part of a list, newest first.
package struct LedgerPage: Sendable, Hashable {
  /// The last object of the page before: an invoice or order identifier, or an address; `nil` for the newest.
  package let before: String?
  /// How many at most.
  package let limit: Int

  /// A page.
  package init(before: String? = nil, limit: Int) {
    self.before = before
    self.limit = limit
  }
}
