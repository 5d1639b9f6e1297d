package import PaymentsCore
package import PaymentsModel

/// A day in UTC, for which the ledger has the sums of its bookings.
package struct BookedDay: Sendable, Hashable {
  private static let length: Int64 = 86_400_000

  /// The number of the day; that of the first of January 1970 is 0.
  let number: Int64

  init(number: Int64) { self.number = number }

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
    let days = LedgerSchema.bookedDays
    var query: LedgerQuery = "SELECT \(text: days.list) FROM booked_days WHERE day < \(day.number)"
    if let app = filter.app { query += " AND app_key = \(app)" }
    if let list = filter.currencyList { query += " AND replace(\(list), ' ' || currency || ' ', '') <> \(list)" }
    return try all(query) { row in
      Booking(
        app: try row[days.app], currency: try row[days.currency], decimals: try row[days.decimals],
        at: BookedDay(number: try row[days.day]).start, kind: try row[days.kind], objectID: "", transactionID: "",
        amount: try row[days.amount], fee: try row[days.fee])
    }
  }
}

extension LedgerTransaction {
  /// Adds a booking to the sums of its day.
  func addToDay(_ booking: Booking) throws {
    let day = BookedDay(of: booking.at).number
    let days = LedgerSchema.bookedDays
    let key = [days.app(booking.app), days.currency(booking.currency), days.kind(booking.kind), days.day(day)]
    let earlier = try first(in: days, where: key) { (amount: try $0[days.amount], fee: try $0[days.fee]) }
    let (amount, fee) = (earlier?.amount ?? .zero, earlier?.fee ?? .zero)
    try save(
      in: days, new: key + [days.decimals(booking.decimals)],
      [days.amount(amount.addingSaturated(booking.amount)), days.fee(fee.addingSaturated(booking.fee))])
  }
}
