/// Which part of a list, newest first.
public struct LedgerPage: Sendable, Hashable {
  /// The last object of the page before: an invoice or order identifier, or an address; `nil` for the newest.
  public let before: String?
  /// How many at most.
  public let limit: Int

  /// A page.
  public init(before: String? = nil, limit: Int) {
    self.before = before
    self.limit = limit
  }
}
