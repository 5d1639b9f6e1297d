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
  /// Returns the record of an address that was given to any app.
  package func address(_ address: String, currency: String) throws -> AddressRecord? {
    let addresses = LedgerSchema.addresses
    return try first(
      in: addresses, where: [addresses.currency(currency), addresses.address(address)], AddressRecord.init(row:))
  }

  /// Returns the addresses of an app, newest first.
  package func addresses(of app: AppKey, currency: String, page: LedgerPage) throws -> [AddressRecord] {
    var query: LedgerQuery = """
      SELECT \(text: LedgerSchema.addresses.list) FROM addresses WHERE app_key = \(app) AND currency = \(currency)
      """
    if let before = page.before {
      query += """
         AND (created_at, address) < (SELECT created_at, address FROM addresses
          WHERE currency = \(currency) AND address = \(before) AND app_key = \(app))
        """
    }
    query += " ORDER BY created_at DESC, address DESC LIMIT \(page.limit)"
    return try all(query, AddressRecord.init(row:))
  }
}

extension LedgerTransaction {
  /// Records an address.
  ///
  /// - Throws: ``LedgerError/constraint`` if the address was recorded before.
  package func insertAddress(_ record: AddressRecord) throws {
    let addresses = LedgerSchema.addresses
    try insert(
      into: addresses,
      [
        addresses.currency(record.currency), addresses.address(record.address), addresses.app(record.app),
        addresses.label(record.label), addresses.purpose(record.purpose), addresses.invoice(record.invoiceID),
        addresses.createdAt(record.createdAt),
      ])
  }
}

extension AddressRecord {
  fileprivate init(row: StoredRow<AddressesTable>) throws {
    let addresses = LedgerSchema.addresses
    self.init(
      currency: try row[addresses.currency], address: try row[addresses.address], app: try row[addresses.app],
      label: try row[addresses.label], purpose: try row[addresses.purpose], invoiceID: try row[addresses.invoice],
      createdAt: try row[addresses.createdAt])
  }
}
