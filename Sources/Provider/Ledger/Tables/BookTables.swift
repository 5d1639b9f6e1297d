import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let bookings = BookingsTable()
  static let bookedDays = BookedDaysTable()
}

private let bookings = TableDeclaration<BookingsTable>("bookings")

/// The journal that statements are made of.
struct BookingsTable: TableColumns {
  let sequence: Column<Int64> = bookings.number("sequence", .afterLargest)
  let at: Column<Timestamp> = bookings.column("at")
  let app: Column<AppKey> = bookings.column("app_key", references: LedgerSchema.apps)
  let currency: Column<String> = bookings.column("currency")
  let decimals: Column<Int> = bookings.column("decimals")
  let kind: Column<Booking.Kind> = bookings.column("kind", oneOf: ["received", "taken_back", "paid", "returned"])
  let objectID: Column<String> = bookings.column("object_id")
  let transactionID: Column<String> = bookings.column("transaction_id")
  let amount: Column<Amount> = bookings.column("amount")
  let fee: Column<Amount> = bookings.column("fee")
  let table = bookings.table(
    indexes: [
      .init("bookings_by_time", on: "at")
    ],
    triggers: [
      "CREATE TRIGGER bookings_are_not_changed BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END",
      "CREATE TRIGGER bookings_are_not_erased BEFORE DELETE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END",
    ])
}

private let bookedDays = TableDeclaration<BookedDaysTable>("booked_days")

/// The sums of each day in UTC, so that the opening balance of a statement does not read all bookings before it.
struct BookedDaysTable: TableColumns {
  let app: Column<AppKey> = bookedDays.column("app_key", references: LedgerSchema.apps)
  let currency: Column<String> = bookedDays.column("currency")
  let kind: Column<Booking.Kind> = bookedDays.column("kind")
  let day: Column<Int64> = bookedDays.column("day")
  let decimals: Column<Int> = bookedDays.column("decimals")
  let amount: Column<Amount> = bookedDays.column("amount")
  let fee: Column<Amount> = bookedDays.column("fee")
  let table = bookedDays.table(key: ["app_key", "currency", "kind", "day"])
}
