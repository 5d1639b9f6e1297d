package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  fileprivate static let invoiceColumns = """
    invoice_id, app_key, request_id, currency, decimals, address, amount, memo, confirmations_wanted, created_at,
    expires_at, monitoring_until, state, payment, version, updated_at, transfer_count, paid, paid_in_time,
    confirmed
    """

  /// Returns the invoice with this identifier, of any app.
  package func invoice(_ id: InvoiceID) throws -> InvoiceMachine? {
    try first(
      "SELECT \(Self.invoiceColumns) FROM invoices WHERE invoice_id = ?", [id.rawValue], InvoiceMachine.init(columns:))
  }

  /// Returns the invoice that an address belongs to.
  package func invoice(address: String, currency: String) throws -> InvoiceMachine? {
    try first(
      "SELECT \(Self.invoiceColumns) FROM invoices WHERE currency = ? AND address = ?", [currency, address],
      InvoiceMachine.init(columns:))
  }

  /// Returns the invoices of an app, newest first. If a currency or a state is given, only those with it are returned.
  /// A condition that is not wanted is not in the statement, because it would keep SQLite from using an index.
  package func invoices(
    of app: AppKey, currency: String? = nil, state: InvoiceState? = nil, page: LedgerPage
  ) throws -> [InvoiceRecord] {
    let found = try all(
      """
      SELECT \(Self.invoiceColumns) FROM invoices WHERE app_key = ?1
      \(currency == nil ? "" : "AND currency = ?2")
      \(state == nil ? "" : "AND state = ?3")
      \(page.before == nil ? "" : """
        AND (created_at, invoice_id) <
          (SELECT created_at, invoice_id FROM invoices WHERE invoice_id = ?4 AND app_key = ?1)
        """)
      ORDER BY created_at DESC, invoice_id DESC LIMIT ?5
      """, [app.rawValue, currency, state?.rawValue, page.before, page.limit], InvoiceMachine.init(columns:))
    return try found.map(record(of:))
  }
}

extension LedgerTransaction {
  /// Records a new invoice, for which nothing arrived yet.
  ///
  /// - Throws: ``LedgerError/constraint`` if its identifier or its address is in use, or its app is unknown.
  package func insertInvoice(_ invoice: InvoiceMachine) throws {
    let terms = invoice.terms
    try execute(
      """
      INSERT INTO invoices (\(Self.invoiceColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        terms.id.rawValue, terms.app.rawValue, terms.requestID.text, terms.currency, terms.decimals, terms.address,
        terms.amount?.stored, terms.purpose.description, terms.confirmationsWanted, terms.createdAt.milliseconds,
        terms.expiresAt.milliseconds, terms.monitoringUntil.milliseconds, invoice.state.rawValue,
        invoice.payment.rawValue, invoice.version, invoice.progress.updatedAt.milliseconds, invoice.totals.count,
        invoice.totals.paid.stored, invoice.totals.paidInTime.stored, invoice.totals.confirmed.stored,
      ])
  }

  /// Stores the progress of an invoice. The transfer that led to it is stored by ``saveTransfer(_:of:)``.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version is not `expectedVersion`.
  package func updateInvoice(_ invoice: InvoiceMachine, expectedVersion: Int64) throws {
    let totals = invoice.totals
    try executeOnOne(
      """
      UPDATE invoices SET state = ?, payment = ?, version = ?, updated_at = ?, transfer_count = ?, paid = ?,
        paid_in_time = ?, confirmed = ?
      WHERE invoice_id = ? AND version = ?
      """,
      [
        invoice.state.rawValue, invoice.payment.rawValue, invoice.version, invoice.progress.updatedAt.milliseconds,
        totals.count, totals.paid.stored, totals.paidInTime.stored, totals.confirmed.stored,
        invoice.terms.id.rawValue, expectedVersion,
      ])
  }
}

extension InvoiceMachine {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      terms: InvoiceTerms(
        id: InvoiceID(rawValue: try columns.text()), app: AppKey(rawValue: try columns.text()),
        requestID: try columns.requestID(), currency: try columns.text(), decimals: try columns.int(),
        address: try columns.text(), amount: try columns.optionalAmount(),
        purpose: PaymentPurpose(description: try columns.optionalText()),
        confirmationsWanted: try columns.int(), createdAt: try columns.time(), expiresAt: try columns.time(),
        monitoringUntil: try columns.time()),
      progress: try InvoiceProgress(columns: &columns))
  }
}

extension InvoiceProgress {
  fileprivate init(columns: inout Columns) throws {
    let state: InvoiceState = try columns.choice()
    let payment: InvoicePayment = try columns.choice()
    let (version, updatedAt) = (try columns.integer(), try columns.time())
    let totals = InvoiceTotals(
      count: try columns.int(), paid: try columns.amount(), paidInTime: try columns.amount(),
      confirmed: try columns.amount())
    self.init(totals: totals, state: state, payment: payment, version: version, updatedAt: updatedAt)
  }
}

extension LedgerReader {
  /// Returns the invoices whose state changes by time alone: pending after the payer's deadline, or processing after
  /// the monitoring period.
  package func dueInvoices(at now: Timestamp) throws -> [InvoiceID] {
    try all(
      """
      SELECT invoice_id FROM invoices WHERE state = 'pending' AND expires_at <= ?1
        UNION ALL
      SELECT invoice_id FROM invoices WHERE state = 'processing' AND monitoring_until <= ?1
      """, [now.milliseconds]
    ) { columns -> InvoiceID in
      InvoiceID(rawValue: try columns.text())
    }
  }
}
