package import PaymentsCore
package import PaymentsModel

/// An invoice with the newest of its transfers: what is shown of it. Its size has a bound, however many payments arrived.
package struct InvoiceRecord: Sendable, Hashable {
  /// The largest number of transfers that are shown with an invoice.
  package static let shownTransfers = 16

  /// The invoice.
  package let invoice: InvoiceMachine
  /// The newest transfers, oldest first.
  package let newest: [InvoiceTransfer]

  /// The number of transfers before ``newest``.
  package var earlierTransfers: Int { invoice.totals.count - newest.count }

  /// Creates a record of an invoice for which nothing arrived yet.
  package init(new invoice: InvoiceMachine) {
    self.invoice = invoice
    newest = []
  }

  fileprivate init(invoice: InvoiceMachine, newest: [InvoiceTransfer]) {
    self.invoice = invoice
    self.newest = newest
  }
}

extension LedgerReader {
  fileprivate static let transferColumns =
    "transfer_id, transaction_id, amount, confirmations, state, first_seen_at, position"

  /// Returns an invoice together with its newest transfers.
  package func record(of invoice: InvoiceMachine) throws -> InvoiceRecord {
    guard invoice.totals.count > 0 else { return InvoiceRecord(new: invoice) }
    let newest = try transfers(of: invoice.terms.id, limit: InvoiceRecord.shownTransfers)
    return InvoiceRecord(invoice: invoice, newest: newest.reversed())
  }

  /// Returns transfers of an invoice, newest first: all, or those before a position.
  package func transfers(of id: InvoiceID, before position: Int? = nil, limit: Int) throws -> [InvoiceTransfer] {
    try all(
      """
      SELECT \(Self.transferColumns) FROM transfers WHERE invoice_id = ? AND position < ?
      ORDER BY position DESC LIMIT ?
      """, [id.rawValue, position ?? .max, limit], InvoiceTransfer.init(columns:))
  }

  /// Returns the transfer with this identifier, if it was seen and belongs to the invoice.
  package func transfer(_ transfer: String, of id: InvoiceID) throws -> InvoiceTransfer? {
    try first(
      "SELECT \(Self.transferColumns) FROM transfers WHERE invoice_id = ? AND transfer_id = ?",
      [id.rawValue, transfer], InvoiceTransfer.init(columns:))
  }

  /// Returns the transactions that paid an invoice and were not taken back, but no more than `limit`.
  package func payingTransactions(of id: InvoiceID, limit: Int) throws -> [String] {
    try all(
      "SELECT DISTINCT transaction_id FROM transfers WHERE invoice_id = ? AND state <> ? LIMIT ?",
      [id.rawValue, TransferState.removed.rawValue, limit]
    ) { columns -> String in
      try columns.text()
    }
  }

  /// Returns what a transaction pays to an invoice with all of its outputs; `nil` if it pays nothing, or was taken back.
  package func amount(paidBy transaction: String, to id: InvoiceID) throws -> Amount? {
    let parts = try all(
      """
      SELECT amount FROM transfers INDEXED BY transfers_by_transaction
      WHERE invoice_id = ? AND transaction_id = ? AND state <> ?
      """, [id.rawValue, transaction, TransferState.removed.rawValue]
    ) { columns -> Amount in
      try columns.amount()
    }
    return parts.isEmpty ? nil : parts.reduce(.zero) { $0.addingSaturated($1) }
  }
}

extension LedgerTransaction {
  /// Stores one transfer of an invoice, and its bookings. It writes the same number of rows however many there are.
  package func saveTransfer(_ change: TransferChange, of invoice: InvoiceMachine) throws {
    let (id, transfer) = (invoice.terms.id.rawValue, change.now)
    try book(invoice.bookings(of: change))
    if change.before != nil {
      return try executeOnOne(
        "UPDATE transfers SET amount = ?, confirmations = ?, state = ? WHERE invoice_id = ? AND transfer_id = ?",
        [transfer.amount.stored, transfer.confirmations, transfer.state.rawValue, id, transfer.id])
    }
    try notePaid(invoice.terms.address, currency: invoice.terms.currency, at: invoice.progress.updatedAt)
    try execute(
      """
      INSERT INTO transfers (invoice_id, \(Self.transferColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, transfer.id, transfer.transactionID, transfer.amount.stored, transfer.confirmations,
        transfer.state.rawValue, transfer.firstSeenAt.milliseconds, transfer.position,
      ])
  }
}

extension InvoiceTransfer {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      id: try columns.text(), transactionID: try columns.text(), amount: try columns.amount(),
      confirmations: try columns.int(), state: try columns.choice(), firstSeenAt: try columns.time(),
      position: try columns.int())
  }
}
