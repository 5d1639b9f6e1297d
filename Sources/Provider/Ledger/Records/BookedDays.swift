package import PaymentsCore
package import PaymentsModel

/// A day in UTC, for which the ledger has the sums of its bookings.
package struct BookedDay: Sendable, Hashable {
  private static let length: Int64 = 86_400_000

  /// The number of the day; that of the first of January 1970 is 0.
  let number: Int64

  /// Creates the day of a moment. A moment before 1970 belongs to the first day, because nothing was booked then.
  package init(of moment: Timestamp) {
    number = max(0, moment.milliseconds) / Self.length
  }

  /// The first moment of the day.
  package var start: Timestamp { Timestamp(milliseconds: number * Self.length) }
}

extension LedgerReader {
  /// Returns the sums of the bookings of all days before a day, as one booking for each app, currency, kind and day. They
  /// contain bookings of any number: a booking that is made while a statement is read is one of the present day.
  package func bookedDays(_ filter: BookingFilter, before day: BookedDay) throws -> [Booking] {
    try all(
      """
      SELECT app_key, currency, decimals, day, kind, amount, fee FROM booked_days
      WHERE day < ?1 \(filter.app == nil ? "" : "AND app_key = ?2")
        AND (replace(?3, ' ' || currency || ' ', '') <> ?3 OR ?3 IS NULL)
      """, [day.number, filter.app?.rawValue, filter.currencyList]
    ) { columns -> Booking in
      let (app, currency, decimals) = (AppKey(rawValue: try columns.text()), try columns.text(), try columns.int())
      let at = Timestamp(milliseconds: try columns.integer() * 86_400_000)
      return Booking(
        app: app, currency: currency, decimals: decimals, at: at, kind: try columns.choice(), objectID: "",
        transactionID: "", amount: try columns.amount(), fee: try columns.amount())
    }
  }
}

extension LedgerTransaction {
  /// Adds a booking to the sums of its day.
  func addToDay(_ booking: Booking) throws {
    let day = BookedDay(of: booking.at).number
    let key: LedgerArguments = [booking.app.rawValue, booking.currency, booking.kind.rawValue, day]
    let earlier = try first(
      "SELECT amount, fee FROM booked_days WHERE app_key = ? AND currency = ? AND kind = ? AND day = ?", key
    ) { columns -> (amount: Amount, fee: Amount) in
      (try columns.amount(), try columns.amount())
    }
    let (amount, fee) = (earlier?.amount ?? .zero, earlier?.fee ?? .zero)
    try execute(
      """
      INSERT INTO booked_days (app_key, currency, kind, day, decimals, amount, fee) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_key, currency, kind, day) DO UPDATE SET amount = excluded.amount, fee = excluded.fee
      """,
      key + [
        booking.decimals, amount.addingSaturated(booking.amount).stored, fee.addingSaturated(booking.fee).stored,
      ])
  }
}
