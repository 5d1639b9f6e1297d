package import PaymentsCore
package import PaymentsModel

/// A position in the journal, which is read in the order of time.
package struct BookingPlace: Sendable, Hashable {
  /// The time of the booking.
  package let at: Timestamp
  /// The number of the booking, which distinguishes bookings of the same time.
  package let sequence: Int64

  /// Creates a position. With the number 0 it is before all bookings of its time.
  package init(at: Timestamp, sequence: Int64 = 0) {
    self.at = at
    self.sequence = sequence
  }
}

/// A booking with its position and its purpose.
package struct BookingRecord: Sendable, Hashable {
  /// The position in the journal.
  package let place: BookingPlace
  /// The booking.
  package let booking: Booking
  /// What the invoice or the order is for.
  package let purpose: PaymentPurpose
  /// The address that was paid; `nil` if the invoice or the order is not there any more.
  package let address: String?
}

/// Selects bookings.
package struct BookingFilter: Sendable, Hashable {
  /// Selects the bookings of this app; `nil` selects those of all apps.
  package var app: AppKey?
  /// Selects the bookings of these currencies; `nil` selects those of all currencies.
  package var currencies: [String]?
  /// Selects bookings up to this number. Since bookings are never changed, pages that are read at different times then
  /// belong to the same state of the ledger.
  package var through: Int64

  /// Creates a filter.
  package init(app: AppKey? = nil, currencies: [String]? = nil, through: Int64 = .max) {
    self.app = app
    self.currencies = currencies
    self.through = through
  }

  /// The currency codes separated by spaces. Codes contain no spaces.
  var currencyList: String? { currencies.map { " " + $0.joined(separator: " ") + " " } }
}

extension LedgerReader {
  /// Returns the number of the newest booking; 0 if there is none.
  package func latestBooking() throws -> Int64 {
    try firstValue("SELECT sequence FROM bookings ORDER BY sequence DESC LIMIT 1", []) ?? 0
  }

  /// Returns the bookings after a position and before a time, oldest first.
  package func bookings(
    _ filter: BookingFilter, after place: BookingPlace, before end: Timestamp, limit: Int
  ) throws -> [BookingRecord] {
    try all(
      """
      SELECT \(LedgerSchema.bookings.list("b")), coalesce(o.memo, i.memo), coalesce(o.address, i.address) FROM bookings AS b LEFT JOIN orders AS o ON o.order_id = b.object_id
        LEFT JOIN invoices AS i ON i.invoice_id = b.object_id
      WHERE (b.at, b.sequence) > ($1, $2) AND b.at < $3 AND b.sequence <= $4 AND (b.app_key = $5 OR $5 IS NULL)
        AND (replace($6, ' ' || b.currency || ' ', '') <> $6 OR $6 IS NULL)
      ORDER BY b.at, b.sequence LIMIT $7
      """,
      [place.at, place.sequence, end, filter.through, filter.app, filter.currencyList, limit],
      BookingRecord.init(row:))
  }

  /// Returns the number of bookings from `start` up to, but not including, `end`.
  package func bookingCount(
    _ filter: BookingFilter, from start: Timestamp, before end: Timestamp
  ) throws -> Int {
    try firstValue(
      """
      SELECT count(*) FROM bookings AS b WHERE b.at >= $1 AND b.at < $2 AND b.sequence <= $3
        AND (b.app_key = $4 OR $4 IS NULL) AND (replace($5, ' ' || b.currency || ' ', '') <> $5 OR $5 IS NULL)
      """, [start, end, filter.through, filter.app, filter.currencyList]) ?? 0
  }
}

extension LedgerTransaction {
  /// Adds bookings to the journal, in the transaction that stores the change which led to them.
  func book(_ bookings: [Booking]) throws {
    let journal = LedgerSchema.bookings
    for booking in bookings {
      try insert(
        into: journal,
        [
          journal.at(booking.at), journal.app(booking.app), journal.currency(booking.currency),
          journal.decimals(booking.decimals), journal.kind(booking.kind), journal.objectID(booking.objectID),
          journal.transactionID(booking.transactionID), journal.amount(booking.amount), journal.fee(booking.fee),
        ])
      try addToDay(booking)
    }
  }
}

extension BookingRecord {
  fileprivate init(row: StoredRow<BookingsTable>) throws {
    let journal = LedgerSchema.bookings
    place = BookingPlace(at: try row[journal.at], sequence: try row[journal.sequence])
    booking = Booking(
      app: try row[journal.app], currency: try row[journal.currency], decimals: try row[journal.decimals],
      at: place.at, kind: try row[journal.kind], objectID: try row[journal.objectID],
      transactionID: try row[journal.transactionID], amount: try row[journal.amount], fee: try row[journal.fee])
    purpose = PaymentPurpose(description: try row.computed(after: journal))
    address = try row.computed(after: journal, at: 1)
  }
}
