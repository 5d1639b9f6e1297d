import Ledger
import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The incoming transfers of invoices.
extension WalletMonitor {
  /// The number of confirmations up to which transfers are followed, so that a reorganisation of usual depth is
  /// noticed.
  private static let depth = 12

  /// Looks for transfers once. Returns `false` if the wallet does not answer.
  func takeTransfers() async throws(LedgerError) -> Bool {
    let code = wallet.currency.code
    let stored = try await core.ledger.read { reader in
      try reader.transferCursor(currency: code)
    }
    let page: TransferPage
    do throws(WalletError) {
      page = try await wallet.backend.transfers(
        since: stored.map(TransferCursor.init(rawValue:)), depth: max(Self.depth, wallet.currency.confirmations)
      )
    } catch {
      // The owner sees the status.
      return false
    }
    for transfer in page.transfers { try await apply(transfer) }
    guard page.cursor.rawValue != stored else { return true }
    // The cursor is stored last. If an earlier step fails, the page is read again, which is harmless because seeing a
    // transfer twice changes nothing.
    try await core.ledger.write { transaction in
      try transaction.setTransferCursor(page.cursor.rawValue, currency: code)
    }
    return true
  }

  private func apply(_ transfer: IncomingTransfer) async throws(LedgerError) {
    let code = wallet.currency.code
    let (invoice, known, isFirst) = try await core.ledger.read {
      reader -> (InvoiceMachine?, InvoiceTransfer?, Bool) in
      guard let invoice = try reader.invoice(address: transfer.address, currency: code) else {
        return (nil, nil, try reader.isUnpaidAddress(transfer.address, currency: code))
      }
      return (invoice, try reader.transfer(transfer.id, of: invoice.terms.id), false)
    }
    guard let invoice else {
      guard isFirst, !transfer.removed else { return }
      let now = core.clock.now()
      return try await core.ledger.write { transaction in
        try transaction.notePaid(transfer.address, currency: code, at: now)
      }
    }
    let observation = TransferObservation(
      id: transfer.id, transactionID: transfer.transactionID, amount: transfer.amount,
      confirmations: transfer.confirmations, removed: transfer.removed)
    let event = InvoiceEvent.transferSeen(observation, at: core.clock.now())
    // Most reports contain nothing new. Asking the machine first saves a durable write for each of these.
    var copy = invoice
    guard !copy.handle(event, known: { _ in known }).isEmpty else { return }
    _ = try await InvoiceService(payments: payments).apply(event, to: invoice.terms.id)
  }
}
