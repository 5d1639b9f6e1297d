extension LedgerMigrations {
  /// The moments of quotes, the quote that a yes was given to, and what an order waits for. A quote of before has no
  /// moment and counts as out of date; a yes of before names no quote and is asked for again.
  static let orderQuotes = """
    ALTER TABLE orders ADD COLUMN quoted_at INTEGER;
    ALTER TABLE orders ADD COLUMN approval_quoted_fee TEXT;
    ALTER TABLE orders ADD COLUMN approval_quoted_at INTEGER;
    ALTER TABLE orders ADD COLUMN waiting_for TEXT;
    """
}
