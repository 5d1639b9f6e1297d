/// The requested part of a list, newest first.
package struct LedgerPage: Sendable, Hashable {
  /// The last object of the previous page: an invoice or order identifier, or an address. `nil` for the first page.
  package let before: String?
  /// The largest number of objects.
  package let limit: Int

  /// Creates a page.
  package init(before: String? = nil, limit: Int) {
    self.before = before
    self.limit = limit
  }
}
