import GRDB
package import PaymentsCore
package import PaymentsModel

/// A place in the journal, which is read in the order of time.
package struct BookingPlace: Sendable, Hashable {
  /// When it was booked.
  package let at: Timestamp
  /// Its number, which tells apart what was booked at one time.
  package let sequence: Int64

  /// A place; one with the number 0 is before all that was booked at that time.
  package init(at: Timestamp, sequence: Int64 = 0) {
    self.at = at
    self.sequence = sequence
  }
}

/// A booking with its place, and what it is for.
package struct BookingRecord: Sendable, Hashable {
  /// Where it stands.
  package let place: BookingPlace
  /// The booking.
  package let booking: Booking
  /// What the app said that the invoice or the order is for.
  package let memo: String?
}

/// Which bookings are wanted.
package struct BookingFilter: Sendable, Hashable {
  /// Only those of this app; of all where `nil`.
  package var app: AppKey?
  /// Only those of these currencies; of all where `nil`.
  package var currencies: [String]?
  /// Only up to this number: since bookings are never changed, pages that were read at different times then belong to
  /// one state of the ledger.
  package var through: Int64

  /// A filter.
  package init(app: AppKey? = nil, currencies: [String]? = nil, through: Int64 = .max) {
    self.app = app
    self.currencies = currencies
    self.through = through
  }

  /// Codes have no spaces.
  fileprivate var currencyList: String? { currencies.map { " " + $0.joined(separator: " ") + " " } }
}

extension LedgerReader {
  /// The number of the newest booking; 0 where there is none.
  package func latestBooking() throws(LedgerError) -> Int64 {
    let sequence = try first("SELECT sequence FROM bookings ORDER BY sequence DESC LIMIT 1", []) {
      columns throws(LedgerError) -> Int64 in
      try columns.integer()
    }
    return sequence ?? 0
  }

  /// Bookings after a place and before a moment, oldest first.
  package func bookings(
    _ filter: BookingFilter, after place: BookingPlace, before end: Timestamp, limit: Int
  ) throws(LedgerError) -> [BookingRecord] {
    try all(
      """
      SELECT b.at, b.sequence, b.app_key, b.currency, b.decimals, b.kind, b.object_id, b.transaction_id, b.amount, b.fee,
        coalesce(o.memo, i.memo)
      FROM bookings AS b LEFT JOIN orders AS o ON o.order_id = b.object_id
        LEFT JOIN invoices AS i ON i.invoice_id = b.object_id
      WHERE (b.at, b.sequence) > (?1, ?2) AND b.at < ?3 AND b.sequence <= ?4 AND (?5 IS NULL OR b.app_key = ?5)
        AND (?6 IS NULL OR instr(?6, ' ' || b.currency || ' ') > 0)
      ORDER BY b.at, b.sequence LIMIT ?7
      """,
      [
        place.at.milliseconds, place.sequence, end.milliseconds, filter.through, filter.app?.rawValue,
        filter.currencyList, limit,
      ], BookingRecord.init(columns:))
  }

  /// How many bookings there are from one moment to another, without the latter.
  package func bookingCount(
    _ filter: BookingFilter, from start: Timestamp, before end: Timestamp
  ) throws(LedgerError) -> Int {
    let count = try first(
      """
      SELECT count(*) FROM bookings AS b WHERE b.at >= ?1 AND b.at < ?2 AND b.sequence <= ?3
        AND (?4 IS NULL OR b.app_key = ?4) AND (?5 IS NULL OR instr(?5, ' ' || b.currency || ' ') > 0)
      """,
      [start.milliseconds, end.milliseconds, filter.through, filter.app?.rawValue, filter.currencyList]
    ) { columns throws(LedgerError) -> Int in
      try columns.int()
    }
    return count ?? 0
  }
}

extension LedgerTransaction {
  /// Adds to the journal, in the transaction that stores what led to it.
  func book(_ bookings: [Booking]) throws(LedgerError) {
    for booking in bookings {
      try execute(
        """
        INSERT INTO bookings (at, app_key, currency, decimals, kind, object_id, transaction_id, amount, fee)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          booking.at.milliseconds, booking.app.rawValue, booking.currency, booking.decimals, booking.kind.rawValue,
          booking.objectID, booking.transactionID, booking.amount.stored, booking.fee.stored,
        ])
    }
  }
}

extension BookingRecord {
  fileprivate init(columns: inout Columns) throws(LedgerError) {
    place = BookingPlace(at: try columns.time(), sequence: try columns.integer())
    booking = Booking(
      app: AppKey(rawValue: try columns.text()), currency: try columns.text(), decimals: try columns.int(),
      at: place.at, kind: try columns.choice(), objectID: try columns.text(), transactionID: try columns.text(),
      amount: try columns.amount(), fee: try columns.amount())
    memo = try columns.optionalText()
  }
}
