import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows one wallet: its status, and the transfers that arrive for invoices. Each wallet has a monitor of its own, so
/// that one that is slow or down holds up no other.
struct WalletMonitor {
  let desk: WalletDesk
  let context: ProviderContext

  /// Confirmations up to which transfers are followed, so that a reorganisation of the usual depth is seen.
  private static let depth = 12

  /// Looks again and again until the task is cancelled.
  func run() async {
    while !Task.isCancelled, !context.isStopping {
      await look()
      // Cancellation ends the sleep and then the loop.
      try? await Task.sleep(for: context.configuration.times.poll)
    }
  }

  /// Looks once.
  func look() async {
    let status = await desk.backend.status()
    if desk.note(status) {
      context.wallets.refresh()
      context.log.notice(
        "wallet status", metadata: ["currency": "\(desk.currency.code)", "status": "\(status.rawValue)"])
    }
    guard status != .unavailable else { return }
    do throws(LedgerError) {
      try await takeTransfers()
    } catch {
      context.ledgerTrouble(error)
    }
  }

  private func takeTransfers() async throws(LedgerError) {
    let code = desk.currency.code
    let stored = try await context.ledger.read { reader throws(LedgerError) in
      try reader.transferCursor(currency: code)
    }
    let page: TransferPage
    do throws(WalletError) {
      page = try await desk.backend.transfers(
        since: stored.map(TransferCursor.init(rawValue:)), depth: max(Self.depth, desk.currency.confirmations))
    } catch {
      // The next look tries again; the status tells the owner.
      return
    }
    for transfer in page.transfers { try await apply(transfer) }
    guard page.cursor.rawValue != stored else { return }
    // Stored last: should anything before fail, the page is read again, and seeing a transfer twice changes nothing.
    try await context.record { transaction throws(LedgerError) in
      try transaction.setTransferCursor(page.cursor.rawValue, currency: code)
    }
  }

  private func apply(_ transfer: IncomingTransfer) async throws(LedgerError) {
    let code = desk.currency.code
    let invoice = try await context.ledger.read { reader throws(LedgerError) in
      try reader.invoice(address: transfer.address, currency: code)
    }
    guard let invoice else { return }
    let observation = TransferObservation(
      id: transfer.id, transactionID: transfer.transactionID, amount: transfer.amount,
      confirmations: transfer.confirmations, removed: transfer.removed)
    let event = InvoiceEvent.transferSeen(observation, at: context.clock.now())
    // Most reports say what is known; asking the machine first saves a durable write each.
    var copy = invoice
    guard !copy.handle(event).isEmpty else { return }
    _ = try await InvoiceDesk(context: context).apply(event, to: invoice.terms.id)
  }
}

extension WalletMonitor {
  /// Looks once at the start, for half a second at most: a wallet that is down must not hold up the others.
  func lookBriefly() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await look() }
      // Cancellation ends the sleep.
      group.addTask { try? await Task.sleep(for: .milliseconds(500)) }
      await group.next()
      group.cancelAll()
    }
  }
}
