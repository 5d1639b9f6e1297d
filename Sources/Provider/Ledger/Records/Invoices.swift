package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the invoice with this identifier, of any app.
  package func invoice(_ id: InvoiceID) throws -> InvoiceMachine? {
    let invoices = LedgerSchema.invoices
    return try first(in: invoices, where: [invoices.id(id)], InvoiceMachine.init(row:))
  }

  /// Returns the invoice that an address, or the payment hash of a Lightning invoice, belongs to.
  package func invoice(address: String, currency: String) throws -> InvoiceMachine? {
    let invoices = LedgerSchema.invoices
    let invoice = try first(
      in: invoices, where: [invoices.currency(currency), invoices.address(address)], InvoiceMachine.init(row:))
    // No address of any currency has the length of a hash.
    guard invoice == nil, address.utf8.count == 64 else { return invoice }
    return try first(
      in: invoices, where: [invoices.currency(currency), invoices.paymentHash(address)], InvoiceMachine.init(row:))
  }

  /// Returns the invoices of an app, newest first. If a currency or a state is given, only those with it are returned.
  /// A condition that is not wanted is not in the statement, because it would keep SQLite from using an index.
  package func invoices(
    of app: AppKey, currency: String? = nil, state: InvoiceState? = nil, page: LedgerPage
  ) throws -> [InvoiceRecord] {
    var query: LedgerQuery = "SELECT \(text: LedgerSchema.invoices.list) FROM invoices WHERE app_key = \(app)"
    if let currency { query += " AND currency = \(currency)" }
    if let state { query += " AND state = \(state)" }
    if let before = page.before {
      query += """
         AND (created_at, invoice_id) <
          (SELECT created_at, invoice_id FROM invoices WHERE invoice_id = \(before) AND app_key = \(app))
        """
    }
    query += " ORDER BY created_at DESC, invoice_id DESC LIMIT \(page.limit)"
    return try all(query, InvoiceMachine.init(row:)).map(record(of:))
  }
}

extension LedgerTransaction {
  /// Records a new invoice, for which nothing arrived yet.
  ///
  /// - Throws: ``LedgerError/constraint`` if its identifier or its address is in use, or its app is unknown.
  package func insertInvoice(_ invoice: InvoiceMachine) throws {
    let (invoices, terms) = (LedgerSchema.invoices, invoice.terms)
    try insert(
      into: invoices,
      [
        invoices.id(terms.id), invoices.app(terms.app), invoices.requestID(terms.requestID),
        invoices.currency(terms.currency), invoices.decimals(terms.decimals), invoices.address(terms.address),
        invoices.lightning(terms.lightning?.invoice), invoices.paymentHash(terms.lightning?.paymentHash),
        invoices.amount(terms.amount), invoices.purpose(terms.purpose.description),
        invoices.confirmationsWanted(terms.confirmationsWanted), invoices.createdAt(terms.createdAt),
        invoices.expiresAt(terms.expiresAt), invoices.monitoringUntil(terms.monitoringUntil),
      ] + invoice.progress.cells)
  }

  /// Stores the progress of an invoice. The transfer that led to it is stored by ``saveTransfer(_:of:)``.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version is not `expectedVersion`.
  package func updateInvoice(_ invoice: InvoiceMachine, expectedVersion: Int64) throws {
    let invoices = LedgerSchema.invoices
    try updateOne(
      invoices, invoice.progress.cells, where: [invoices.id(invoice.terms.id), invoices.version(expectedVersion)])
  }
}

extension InvoiceMachine {
  fileprivate init(row: StoredRow<InvoicesTable>) throws {
    let invoices = LedgerSchema.invoices
    var lightning: LightningTerms?
    if let text = try row[invoices.lightning], let hash = try row[invoices.paymentHash] {
      lightning = LightningTerms(invoice: text, paymentHash: hash)
    }
    self.init(
      terms: InvoiceTerms(
        id: try row[invoices.id], app: try row[invoices.app], requestID: try row[invoices.requestID],
        currency: try row[invoices.currency], decimals: try row[invoices.decimals],
        address: try row[invoices.address], lightning: lightning, amount: try row[invoices.amount],
        purpose: PaymentPurpose(description: try row[invoices.purpose]),
        confirmationsWanted: try row[invoices.confirmationsWanted], createdAt: try row[invoices.createdAt],
        expiresAt: try row[invoices.expiresAt], monitoringUntil: try row[invoices.monitoringUntil]),
      progress: try InvoiceProgress(row: row))
  }
}

extension InvoiceProgress {
  fileprivate var cells: [ColumnCell<InvoicesTable>] {
    let invoices = LedgerSchema.invoices
    return [
      invoices.state(state), invoices.payment(payment), invoices.version(version), invoices.updatedAt(updatedAt),
      invoices.transferCount(totals.count), invoices.paid(totals.paid), invoices.paidInTime(totals.paidInTime),
      invoices.confirmed(totals.confirmed),
    ]
  }

  fileprivate init(row: StoredRow<InvoicesTable>) throws {
    let invoices = LedgerSchema.invoices
    self.init(
      totals: InvoiceTotals(
        count: try row[invoices.transferCount], paid: try row[invoices.paid],
        paidInTime: try row[invoices.paidInTime], confirmed: try row[invoices.confirmed]),
      state: try row[invoices.state], payment: try row[invoices.payment], version: try row[invoices.version],
      updatedAt: try row[invoices.updatedAt])
  }
}

extension LedgerReader {
  /// Returns the invoices whose state changes by time alone: pending after the payer's deadline, or processing after
  /// the monitoring period.
  package func dueInvoices(at now: Timestamp) throws -> [InvoiceID] {
    try allValues(
      """
      SELECT invoice_id FROM invoices WHERE state = 'pending' AND expires_at <= $1
        UNION ALL
      SELECT invoice_id FROM invoices WHERE state = 'processing' AND monitoring_until <= $1
      """, [now])
  }
}
