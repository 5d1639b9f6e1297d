import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows one wallet: its status, and the transfers that arrive for invoices. Each wallet has a monitor of its own, so
/// that one that is slow or down holds up no other.
struct WalletMonitor {
  let wallet: CurrencyWallet
  let context: ProviderContext
  /// How long a wallet may take to say how it is before it counts as unavailable.
  var patience = Duration.seconds(5)

  /// Confirmations up to which transfers are followed, so that a reorganisation of the usual depth is seen.
  private static let depth = 12

  /// Follows the wallet until the task is cancelled. Its status is asked for beside its transfers, so that it is known
  /// also while a look at those hangs.
  ///
  /// - Parameter looked: called once the status was asked for, and what the wallet sent.
  func run(_ looked: @escaping @Sendable () -> Void = {}) async {
    await lookAtStatus()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await lookAtSends()
        looked()
        await pause()
        await again { await lookAtSends() }
      }
      group.addTask { await again { await lookAtTransfers() } }
      group.addTask { await again { await lookAtInputs() } }
      group.addTask { await again(every: context.configuration.times.follow) { await lookAtPayments() } }
      group.addTask {
        await pause()
        await again { await lookAtStatus() }
      }
    }
  }

  private func again(every interval: Duration? = nil, _ look: () async -> Void) async {
    while !Task.isCancelled, !context.isStopping {
      await look()
      await pause(interval)
    }
  }

  private func pause(_ interval: Duration? = nil) async {
    // Cancellation ends the sleep and then the loop.
    try? await Task.sleep(for: interval ?? context.configuration.times.poll)
  }

  /// Looks once at payments that have succeeded and may still be undone.
  private func lookAtPayments() async {
    do throws(LedgerError) {
      try await PaidOrders(wallet: wallet, context: context).look()
    } catch {
      context.ledgerTrouble(error)
    }
  }

  /// Asks once for the status.
  func lookAtStatus() async {
    let status = await status()
    // What a wallet says to a question that was given up is not its state.
    guard !Task.isCancelled else { return }
    note(status)
  }

  /// Compares once what the wallet sent with the ledger.
  private func lookAtSends() async {
    guard wallet.status != .unavailable else { return }
    await SendWatch(wallet: wallet, context: context).look()
  }

  /// Looks once for transfers.
  private func lookAtTransfers() async {
    guard wallet.status != .unavailable else { return }
    do throws(LedgerError) {
      try await takeTransfers()
    } catch {
      context.ledgerTrouble(error)
    }
  }

  /// Brings the locks of coins to what the ledger says.
  private func lookAtInputs() async {
    guard wallet.status != .unavailable else { return }
    do throws(LedgerError) {
      try await wallet.reconcileInputs(context)
    } catch {
      context.ledgerTrouble(error)
    }
  }

  /// The wallet's word; while it hangs, however long it may take, it counts as unavailable.
  private func status() async -> WalletStatus {
    let waiting = Task {
      try await Task.sleep(for: patience)
      note(.unavailable)
    }
    let status = await wallet.backend.status()
    waiting.cancel()
    // So that the wallet's word comes last.
    _ = await waiting.result
    return status
  }

  private func note(_ status: WalletStatus) {
    guard wallet.note(status) else { return }
    context.wallets.refresh()
    context.log.notice(
      "wallet status", metadata: ["currency": "\(wallet.currency.code)", "status": "\(status.rawValue)"])
  }

  private func takeTransfers() async throws(LedgerError) {
    let code = wallet.currency.code
    let stored = try await context.ledger.read { reader throws(LedgerError) in
      try reader.transferCursor(currency: code)
    }
    let page: TransferPage
    do throws(WalletError) {
      page = try await wallet.backend.transfers(
        since: stored.map(TransferCursor.init(rawValue:)), depth: max(Self.depth, wallet.currency.confirmations)
      )
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
    let code = wallet.currency.code
    let (invoice, isFirst) = try await context.ledger.read { reader throws(LedgerError) -> (InvoiceMachine?, Bool) in
      let invoice = try reader.invoice(address: transfer.address, currency: code)
      if invoice != nil { return (invoice, false) }
      return (nil, try reader.isUnpaidAddress(transfer.address, currency: code))
    }
    guard let invoice else {
      guard isFirst, !transfer.removed else { return }
      let now = context.clock.now()
      return try await context.record { transaction throws(LedgerError) in
        try transaction.notePaid(transfer.address, currency: code, at: now)
      }
    }
    let observation = TransferObservation(
      id: transfer.id, transactionID: transfer.transactionID, amount: transfer.amount,
      confirmations: transfer.confirmations, removed: transfer.removed)
    let event = InvoiceEvent.transferSeen(observation, at: context.clock.now())
    // Most reports say what is known; asking the machine first saves a durable write each.
    var copy = invoice
    guard !copy.handle(event).isEmpty else { return }
    _ = try await InvoiceService(context: context).apply(event, to: invoice.terms.id)
  }
}
