import Cryptography

/// The tables of the ledger, which are declared in `Tables`.
///
/// Amounts are decimal text of atomic units, since they have 128 bits. Times are milliseconds since 1970 in UTC.
/// Objects with random names live in the tree of their primary key, so that a change writes one page.
enum LedgerSchema {
  /// The release that the schema came with.
  static let release = "0.9.0 "

  /// The name of the schema. It contains a digest, so that it changes together with the schema.
  static let name: String = {
    let digest = (try? SHA256.hash(Array(SQLiteSchema.sql.utf8))) ?? []
    return release + digest.prefix(6).map { String($0, radix: 16) }.joined(separator: "-")
  }()

  /// The tables by subject. One that refers to another comes after it.
  static let subjects: [[any TableColumns]] = [
    [apps, appGrants, documentFolders],
    [daemons],
    [requests],
    [invoices, transfers, addresses],
    [orders, signedTransactions, inputsToFree],
    [paymentLimits, budgetDays, budgetReservations, budgetWarnings],
    [appQuotas, appUsage],
    [bookings, bookedDays],
    [events, eventCounters, eventBounds],
    [cursors, sendCursors, settledMarks, walletSends],
    [audit],
    [settings],
  ]

  /// All tables, in the same order.
  static let tables: [LedgerTable] = subjects.joined().map(\.table)

  /// Whether any table has a row.
  static let anyRow = "SELECT " + tables.map { "EXISTS (SELECT 1 FROM \($0.name))" }.joined(separator: " OR ")
}
