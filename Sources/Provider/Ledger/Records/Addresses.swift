package import PaymentsModel

/// A receiving address that was given to an app.
package struct AddressRecord: Sendable, Hashable {
  /// The currency code.
  package let currency: String
  /// The address in the wallet's form.
  package let address: String
  /// The app that asked for the address.
  package let app: AppKey
  /// The label that the app gave the address.
  package let label: String?
  /// The purpose of the address, such as `receive` or `invoice`.
  package let purpose: String
  /// The invoice that the address belongs to.
  package let invoiceID: InvoiceID?
  /// When the address was created.
  package let createdAt: Timestamp

  /// Creates a record.
  package init(
    currency: String, address: String, app: AppKey, label: String?, purpose: String, invoiceID: InvoiceID?,
    createdAt: Timestamp
  ) {
    self.currency = currency
    self.address = address
    self.app = app
    self.label = label
    self.purpose = purpose
    self.invoiceID = invoiceID
    self.createdAt = createdAt
  }
}

extension AddressRecord: CustomStringConvertible, CustomDebugStringConvertible {
  /// The currency and purpose. The address does not appear in logs.
  package var description: String { "\(currency) \(purpose) ‹address›" }
  /// The same as the description.
  package var debugDescription: String { description }
}

extension LedgerReader {
  private static let addressColumns = "currency, address, app_key, label, purpose, invoice_id, created_at"

  /// Returns the record of an address that was given to any app.
  package func address(_ address: String, currency: String) throws -> AddressRecord? {
    try first(
      "SELECT \(Self.addressColumns) FROM addresses WHERE currency = ? AND address = ?", [currency, address],
      AddressRecord.init(columns:))
  }

  /// Returns the addresses of an app, newest first.
  package func addresses(of app: AppKey, currency: String, page: LedgerPage) throws -> [AddressRecord] {
    try all(
      """
      SELECT \(Self.addressColumns) FROM addresses WHERE app_key = ?1 AND currency = ?2
      \(page.before == nil ? "" : """
        AND (created_at, address) <
          (SELECT created_at, address FROM addresses WHERE currency = ?2 AND address = ?3 AND app_key = ?1)
        """)
      ORDER BY created_at DESC, address DESC LIMIT ?4
      """, [app.rawValue, currency, page.before, page.limit], AddressRecord.init(columns:))
  }
}

extension LedgerTransaction {
  /// Records an address.
  ///
  /// - Throws: ``LedgerError/constraint`` if the address was recorded before.
  package func insertAddress(_ record: AddressRecord) throws {
    try execute(
      """
      INSERT INTO addresses (currency, address, app_key, label, purpose, invoice_id, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        record.currency, record.address, record.app.rawValue, record.label, record.purpose,
        record.invoiceID?.rawValue, record.createdAt.milliseconds,
      ])
  }
}

extension AddressRecord {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      currency: try columns.text(), address: try columns.text(), app: AppKey(rawValue: try columns.text()),
      label: try columns.optionalText(), purpose: try columns.text(),
      invoiceID: try columns.optionalText().map(InvoiceID.init(rawValue:)), createdAt: try columns.time())
  }
}
