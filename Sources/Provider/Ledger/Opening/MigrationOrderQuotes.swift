extension LedgerMigrations {
  /// Adds the times of quotes, the quote that an approval was given for, and what an order waits for. An earlier quote
  /// has no time and counts as outdated; an earlier approval names no quote and has to be given again.
  static let orderQuotes = """
    ALTER TABLE orders ADD COLUMN quoted_at INTEGER;
    ALTER TABLE orders ADD COLUMN approval_quoted_fee TEXT;
    ALTER TABLE orders ADD COLUMN approval_quoted_at INTEGER;
    ALTER TABLE orders ADD COLUMN waiting_for TEXT;
    """
}
