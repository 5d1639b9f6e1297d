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
      SELECT \(LedgerSchema.transfers.list) FROM transfers WHERE invoice_id = $1 AND position < $2
      ORDER BY position DESC LIMIT $3
      """, [id, position ?? .max, limit], InvoiceTransfer.init(row:))
  }

  /// Returns the transfer with this identifier, if it was seen and belongs to the invoice.
  package func transfer(_ transfer: String, of id: InvoiceID) throws -> InvoiceTransfer? {
    let transfers = LedgerSchema.transfers
    return try first(in: transfers, where: [transfers.invoice(id), transfers.id(transfer)], InvoiceTransfer.init(row:))
  }

  /// Returns the transactions that paid an invoice and were not taken back, but no more than `limit`.
  package func payingTransactions(of id: InvoiceID, limit: Int) throws -> [String] {
    try allValues(
      "SELECT DISTINCT transaction_id FROM transfers WHERE invoice_id = $1 AND state <> $2 LIMIT $3",
      [id, TransferState.removed, limit])
  }

  /// Returns what a transaction pays to an invoice with all of its outputs; `nil` if it pays nothing, or was taken back.
  package func amount(paidBy transaction: String, to id: InvoiceID) throws -> Amount? {
    let parts: [Amount] = try allValues(
      """
      SELECT amount FROM transfers \(database.using(index: "transfers_by_transaction"))
      WHERE invoice_id = $1 AND transaction_id = $2 AND state <> $3
      """, [id, transaction, TransferState.removed])
    return parts.isEmpty ? nil : parts.reduce(.zero) { $0.addingSaturated($1) }
  }
}

extension LedgerTransaction {
  /// Stores one transfer of an invoice, and its bookings. It writes the same number of rows however many there are.
  package func saveTransfer(_ change: TransferChange, of invoice: InvoiceMachine) throws {
    let (transfers, transfer) = (LedgerSchema.transfers, change.now)
    let key = [transfers.invoice(invoice.terms.id), transfers.id(transfer.id)]
    let progress = [
      transfers.amount(transfer.amount), transfers.confirmations(transfer.confirmations),
      transfers.state(transfer.state),
    ]
    try book(invoice.bookings(of: change))
    if change.before != nil { return try updateOne(transfers, progress, where: key) }
    try notePaid(invoice.terms.address, currency: invoice.terms.currency, at: invoice.progress.updatedAt)
    try insert(
      into: transfers,
      key + progress + [
        transfers.transactionID(transfer.transactionID), transfers.firstSeenAt(transfer.firstSeenAt),
        transfers.position(transfer.position),
      ])
  }
}

extension InvoiceTransfer {
  fileprivate init(row: StoredRow<TransfersTable>) throws {
    let transfers = LedgerSchema.transfers
    self.init(
      id: try row[transfers.id], transactionID: try row[transfers.transactionID], amount: try row[transfers.amount],
      confirmations: try row[transfers.confirmations], state: try row[transfers.state],
      firstSeenAt: try row[transfers.firstSeenAt], position: try row[transfers.position])
  }
}
