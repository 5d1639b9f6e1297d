package import PaymentsModel

/// The limits that the owner set for one app. For a value that is `nil` the configured limit applies.
package struct AppQuota: Sendable, Hashable {
  /// The largest number of invoices that have not ended.
  package var openInvoices: Int?
  /// The largest number of addresses of a currency that were created after the last one that was paid.
  package var unpaidAddresses: Int?
  /// The largest number of bytes in the ledger.
  package var bytes: Int?

  /// Creates a quota.
  package init(openInvoices: Int? = nil, unpaidAddresses: Int? = nil, bytes: Int? = nil) {
    self.openInvoices = openInvoices
    self.unpaidAddresses = unpaidAddresses
    self.bytes = bytes
  }
}

/// The measured number of bytes that a record takes on disk, with its events and its indices, but without the texts of the
/// app. The request that made it and its audit entries are counted where they are written, whoever writes them.
package enum StoredBytes {
  /// The bytes of an invoice and its address.
  package static let invoice = 1_950
  /// The bytes of a payment order and its signed transaction.
  package static let order = 8_000
  /// The bytes of an address without an invoice.
  package static let address = 350
  /// The bytes of a request that must not take effect twice.
  static let claim = 250

  /// The bytes of an audit entry.
  static func audit(_ entry: AuditEntry) -> Int { 260 + entry.detail.utf8.count }

  /// Returns the bytes that texts add. They are stored with the object and in the events about it.
  package static func texts(_ texts: [String]) -> Int { 4 * texts.reduce(0) { $0 + $1.utf8.count } }
}

extension LedgerReader {
  /// Returns the limits that the owner set for an app.
  package func quota(of app: AppKey) throws -> AppQuota {
    let quotas = LedgerSchema.appQuotas
    let stored = try first(in: quotas, where: [quotas.app(app)]) { row in
      AppQuota(
        openInvoices: try row[quotas.openInvoices], unpaidAddresses: try row[quotas.unpaidAddresses],
        bytes: try row[quotas.bytes])
    }
    return stored ?? AppQuota()
  }

  /// Returns the number of bytes that were counted for an app before this unit.
  package func storedBytes(of app: AppKey) throws -> Int {
    let usage = LedgerSchema.appUsage
    return try first(in: usage, where: [usage.app(app)]) { try $0[usage.bytes] } ?? 0
  }

  /// Whether an app uses as many bytes as its quota allows or, where the owner set none for it, as many as these.
  package func isFull(_ app: AppKey, most: Int?) throws -> Bool {
    try firstValue(
      """
      SELECT coalesce((SELECT bytes FROM app_usage WHERE app_key = $1), 0)
        >= coalesce((SELECT bytes FROM app_quotas WHERE app_key = $1), $2)
      """, [app, most ?? Int.max]) ?? false
  }

  /// Returns the number of an app's invoices that have not ended, counted up to `most`.
  package func openInvoices(of app: AppKey, upTo most: Int) throws -> Int {
    try firstValue(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM invoices WHERE app_key = $1 AND state IN ('pending', 'processing') LIMIT $2) AS found
      """, [app, most]) ?? 0
  }

  /// Returns the number of an app's addresses in a currency that were created after the last one that was paid, counted
  /// up to `most`.
  package func unpaidAddresses(of app: AppKey, currency: String, upTo most: Int) throws -> Int {
    try firstValue(
      """
      SELECT count(*) FROM (SELECT 1 FROM addresses WHERE app_key = $1 AND currency = $2 AND created_at >
        coalesce((SELECT max(created_at) FROM addresses WHERE app_key = $1 AND currency = $2 AND paid_at IS NOT NULL), -1)
        LIMIT $3) AS later
      """, [app, currency, most]) ?? 0
  }

  /// Returns whether an address was given to an app and has not been paid so far.
  package func isUnpaidAddress(_ address: String, currency: String) throws -> Bool {
    try firstValue(
      "SELECT 1 FROM addresses WHERE currency = $1 AND address = $2 AND paid_at IS NULL", [currency, address], Int.self
    ) != nil
  }
}

extension LedgerTransaction {
  /// Sets the quota of an app. For a value that is `nil` the configured limit applies.
  ///
  /// - Throws: ``LedgerError/constraint`` if the app is unknown.
  package func setQuota(_ quota: AppQuota, of app: AppKey) throws {
    let quotas = LedgerSchema.appQuotas
    try save(
      in: quotas, new: [quotas.app(app)],
      [
        quotas.openInvoices(quota.openInvoices), quotas.unpaidAddresses(quota.unpaidAddresses),
        quotas.bytes(quota.bytes),
      ])
  }

  /// Adds to the number of bytes that an app uses, at the end of the unit. A negative number subtracts.
  package func countBytes(_ bytes: Int, of app: AppKey) { uncounted[app, default: 0] += bytes }

  /// Stores what the unit has counted, once for each app. An app that was never admitted has no quota.
  func storeCounted() throws {
    for (app, bytes) in exchange(&uncounted, with: [:]) {
      try execute(
        """
        INSERT INTO app_usage (app_key, bytes) SELECT app_key, $1 FROM apps WHERE app_key = $2
        ON CONFLICT (app_key) DO UPDATE
          SET bytes = CASE WHEN app_usage.bytes + $3 > 0 THEN app_usage.bytes + $3 ELSE 0 END
        """, [max(0, bytes), app, bytes])
    }
  }

  /// Records that an address was paid.
  package func notePaid(_ address: String, currency: String, at now: Timestamp) throws {
    try execute(
      "UPDATE addresses SET paid_at = $1 WHERE currency = $2 AND address = $3 AND paid_at IS NULL",
      [now, currency, address])
  }
}
