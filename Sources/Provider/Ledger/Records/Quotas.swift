import GRDB
package import PaymentsModel

/// What the owner set for one app; what is `nil` is as configured for all.
package struct AppQuota: Sendable, Hashable {
  /// Invoices that have not ended.
  package var openInvoices: Int?
  /// Addresses of a currency that were made after the last one that was paid.
  package var unpaidAddresses: Int?
  /// Bytes in the ledger.
  package var bytes: Int?

  /// A quota.
  package init(openInvoices: Int? = nil, unpaidAddresses: Int? = nil, bytes: Int? = nil) {
    self.openInvoices = openInvoices
    self.unpaidAddresses = unpaidAddresses
    self.bytes = bytes
  }
}

/// How many bytes a record takes on disk, with its events, indices and the request that made it: as measured, without
/// the texts of the app.
package enum StoredBytes {
  /// An invoice and its address.
  package static let invoice = 2_200
  /// A payment order and its signed transaction.
  package static let order = 10_700
  /// An address without an invoice.
  package static let address = 600

  /// What a text adds: it is stored with the object and in the events that tell of it.
  package static func text(_ text: String?) -> Int { 4 * (text?.utf8.count ?? 0) }
}

extension LedgerReader {
  /// What the owner set for an app.
  package func quota(of app: AppKey) throws(LedgerError) -> AppQuota {
    let stored = try first(
      "SELECT open_invoices, unpaid_addresses, bytes FROM app_quotas WHERE app_key = ?", [app.rawValue]
    ) { columns throws(LedgerError) -> AppQuota in
      AppQuota(
        openInvoices: try columns.optionalInteger().map { Int(clamping: $0) },
        unpaidAddresses: try columns.optionalInteger().map { Int(clamping: $0) },
        bytes: try columns.optionalInteger().map { Int(clamping: $0) })
    }
    return stored ?? AppQuota()
  }

  /// Bytes that were counted for an app.
  package func storedBytes(of app: AppKey) throws(LedgerError) -> Int {
    try number("SELECT bytes FROM app_usage WHERE app_key = ?", [app.rawValue])
  }

  /// Invoices of an app that have not ended, and requests that were taken and not finished; counted up to a number.
  package func openInvoices(of app: AppKey, upTo most: Int) throws(LedgerError) -> Int {
    try number(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM invoices WHERE app_key = ?1 AND state IN ('pending', 'processing') LIMIT ?2)
      """, [app.rawValue, most]) + unfinishedRequests(of: app)
  }

  /// Addresses of an app in a currency that were made after the last one that was paid, and requests that were taken
  /// and not finished; counted up to a number.
  package func unpaidAddresses(of app: AppKey, currency: String, upTo most: Int) throws(LedgerError) -> Int {
    try number(
      """
      SELECT count(*) FROM (SELECT 1 FROM addresses WHERE app_key = ?1 AND currency = ?2 AND created_at >
        coalesce((SELECT max(created_at) FROM addresses WHERE app_key = ?1 AND currency = ?2 AND paid_at IS NOT NULL), -1)
        LIMIT ?3)
      """, [app.rawValue, currency, most]) + unfinishedRequests(of: app)
  }

  /// Whether an address was handed out, and not paid so far.
  package func isUnpaidAddress(_ address: String, currency: String) throws(LedgerError) -> Bool {
    try number(
      "SELECT count(*) FROM addresses WHERE currency = ? AND address = ? AND paid_at IS NULL", [currency, address]) > 0
  }

  private func unfinishedRequests(of app: AppKey) throws(LedgerError) -> Int {
    try number("SELECT count(*) FROM requests WHERE app_key = ? AND object_id = ''", [app.rawValue])
  }

  private func number(_ sql: String, _ arguments: StatementArguments) throws(LedgerError) -> Int {
    let found = try first(sql, arguments) { columns throws(LedgerError) -> Int64 in try columns.integer() }
    return Int(clamping: found ?? 0)
  }
}

extension LedgerTransaction {
  /// Sets what an app may have; `nil` for what is configured for all.
  ///
  /// - Throws: ``LedgerError/constraint`` where the app is unknown.
  package func setQuota(_ quota: AppQuota, of app: AppKey) throws(LedgerError) {
    try execute(
      """
      INSERT INTO app_quotas (app_key, open_invoices, unpaid_addresses, bytes) VALUES (?, ?, ?, ?)
      ON CONFLICT (app_key) DO UPDATE SET open_invoices = excluded.open_invoices,
        unpaid_addresses = excluded.unpaid_addresses, bytes = excluded.bytes
      """, [app.rawValue, quota.openInvoices, quota.unpaidAddresses, quota.bytes])
  }

  /// Counts bytes that an app takes, or with a negative number gives back.
  package func countBytes(_ bytes: Int, of app: AppKey) throws(LedgerError) {
    try execute(
      """
      INSERT INTO app_usage (app_key, bytes) VALUES (?1, max(0, ?2))
      ON CONFLICT (app_key) DO UPDATE SET bytes = max(0, bytes + ?2)
      """, [app.rawValue, bytes])
  }

  /// Notes that an address was paid.
  package func notePaid(_ address: String, currency: String, at now: Timestamp) throws(LedgerError) {
    try execute(
      "UPDATE addresses SET paid_at = ? WHERE currency = ? AND address = ? AND paid_at IS NULL",
      [now.milliseconds, currency, address])
  }
}
