import GRDB
package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  fileprivate static let invoiceColumns = """
    invoice_id, app_key, request_id, currency, decimals, address, amount, memo, confirmations_wanted, created_at,
    expires_at, monitoring_until, state, payment, version, updated_at
    """

  /// Returns the invoice with this identifier, of any app.
  package func invoice(_ id: InvoiceID) throws -> InvoiceMachine? {
    try withTransfers(
      first(
        "SELECT \(Self.invoiceColumns) FROM invoices WHERE invoice_id = ?", [id.rawValue], InvoiceMachine.init(columns:)
      ))
  }

  /// Returns the invoice that an address belongs to.
  package func invoice(address: String, currency: String) throws -> InvoiceMachine? {
    try withTransfers(
      first(
        "SELECT \(Self.invoiceColumns) FROM invoices WHERE currency = ? AND address = ?", [currency, address],
        InvoiceMachine.init(columns:)))
  }

  /// Returns the invoices of an app, newest first. If a currency or a state is given, only those with it are returned.
  package func invoices(
    of app: AppKey, currency: String? = nil, state: InvoiceState? = nil, page: LedgerPage
  ) throws -> [InvoiceMachine] {
    let found = try all(
      """
      SELECT \(Self.invoiceColumns) FROM invoices WHERE app_key = ?1 AND (?2 IS NULL OR currency = ?2)
        AND (?3 IS NULL OR state = ?3)
        AND (?4 IS NULL OR (created_at, invoice_id) <
          (SELECT created_at, invoice_id FROM invoices WHERE invoice_id = ?4 AND app_key = ?1))
      ORDER BY created_at DESC, invoice_id DESC LIMIT ?5
      """, [app.rawValue, currency, state?.rawValue, page.before, page.limit], InvoiceMachine.init(columns:))
    return try withTransfers(found)
  }

  private func withTransfers(_ invoices: [InvoiceMachine]) throws -> [InvoiceMachine] {
    var complete: [InvoiceMachine] = []
    complete.reserveCapacity(invoices.count)
    for invoice in invoices {
      complete.append(try withTransfers(invoice))
    }
    return complete
  }

  private func withTransfers(_ invoice: InvoiceMachine?) throws -> InvoiceMachine? {
    guard let invoice else { return nil }
    return try withTransfers(invoice) as InvoiceMachine
  }

  private func withTransfers(_ invoice: InvoiceMachine) throws -> InvoiceMachine {
    var progress = invoice.progress
    progress.transfers = try transfers(of: invoice.terms.id)
    return InvoiceMachine(terms: invoice.terms, progress: progress)
  }

  fileprivate func transfers(of id: InvoiceID) throws -> [InvoiceTransfer] {
    try all(
      """
      SELECT transfer_id, transaction_id, amount, confirmations, state, first_seen_at FROM transfers
      WHERE invoice_id = ? ORDER BY position
      """, [id.rawValue], InvoiceTransfer.init(columns:))
  }
}

extension LedgerTransaction {
  /// Records a new invoice.
  ///
  /// - Throws: ``LedgerError/constraint`` if its identifier or its address is in use, or its app is unknown.
  package func insertInvoice(_ invoice: InvoiceMachine) throws {
    let terms = invoice.terms
    try execute(
      """
      INSERT INTO invoices (\(Self.invoiceColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        terms.id.rawValue, terms.app.rawValue, terms.requestID.text, terms.currency, terms.decimals, terms.address,
        terms.amount?.stored, terms.purpose.description, terms.confirmationsWanted, terms.createdAt.milliseconds,
        terms.expiresAt.milliseconds, terms.monitoringUntil.milliseconds, invoice.state.rawValue,
        invoice.payment.rawValue, invoice.version, invoice.progress.updatedAt.milliseconds,
      ])
    try saveTransfers(of: invoice, since: [])
  }

  /// Stores the progress of an invoice.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version is not `expectedVersion`.
  package func updateInvoice(_ invoice: InvoiceMachine, expectedVersion: Int64) throws {
    try executeOnOne(
      "UPDATE invoices SET state = ?, payment = ?, version = ?, updated_at = ? WHERE invoice_id = ? AND version = ?",
      [
        invoice.state.rawValue, invoice.payment.rawValue, invoice.version, invoice.progress.updatedAt.milliseconds,
        invoice.terms.id.rawValue, expectedVersion,
      ])
    guard !invoice.transfers.isEmpty else { return }
    try notePaid(invoice.terms.address, currency: invoice.terms.currency, at: invoice.progress.updatedAt)
    try saveTransfers(of: invoice, since: try transfers(of: invoice.terms.id))
  }

  private func saveTransfers(of invoice: InvoiceMachine, since earlier: [InvoiceTransfer]) throws {
    try book(invoice.bookings(since: earlier))
    for (position, transfer) in invoice.transfers.enumerated() {
      try execute(
        """
        INSERT INTO transfers (invoice_id, transfer_id, position, transaction_id, amount, confirmations, state,
          first_seen_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (invoice_id, transfer_id) DO UPDATE SET amount = excluded.amount,
          confirmations = excluded.confirmations, state = excluded.state
        """,
        [
          invoice.terms.id.rawValue, transfer.id, position, transfer.transactionID, transfer.amount.stored,
          transfer.confirmations, transfer.state.rawValue, transfer.firstSeenAt.milliseconds,
        ])
    }
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
      progress: InvoiceProgress(
        transfers: [], state: try columns.choice(), payment: try columns.choice(), version: try columns.integer(),
        updatedAt: try columns.time()))
  }
}

extension InvoiceTransfer {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      id: try columns.text(), transactionID: try columns.text(), amount: try columns.amount(),
      confirmations: try columns.int(), state: try columns.choice(), firstSeenAt: try columns.time())
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
