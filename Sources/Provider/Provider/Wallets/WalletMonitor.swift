import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows one wallet: its status, and the incoming transfers of invoices. Each wallet has a monitor of its own, so
/// that a wallet that is slow or unreachable does not delay the others.
struct WalletMonitor {
  let wallet: CurrencyWallet
  let payments: Payments

  private var core: ProviderCore { payments.core }
  /// How long a wallet may take to report its status before it counts as unavailable.
  var patience = Duration.seconds(5)

  /// The number of confirmations up to which transfers are followed, so that a reorganisation of usual depth is
  /// noticed.
  private static let depth = 12

  /// Follows the wallet until the task is cancelled. The status is requested independently of the transfers, so that it
  /// is known even while a look at those does not return.
  ///
  /// - Parameter looked: Called once the status and the wallet's sends were requested.
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
      group.addTask { await again(every: core.times.follow) { await lookAtPayments() } }
      group.addTask {
        await pause()
        await again { await lookAtStatus() }
      }
    }
  }

  private func again(every interval: Duration? = nil, _ look: () async -> Void) async {
    while !Task.isCancelled, !core.isStopping {
      await look()
      await pause(interval)
    }
  }

  private func pause(_ interval: Duration? = nil) async {
    // Cancellation ends the sleep, and then the loop.
    try? await Task.sleep(for: interval ?? core.times.poll)
  }

  /// Looks once at payments that have succeeded and may still be undone.
  private func lookAtPayments() async {
    do throws(LedgerError) {
      try await PaidOrders(wallet: wallet, core: core).look()
    } catch {
      core.ledgerTrouble(error)
    }
  }

  /// Requests the status once.
  func lookAtStatus() async {
    let status = await status()
    // After a cancellation the answer says nothing about the wallet's status.
    guard !Task.isCancelled else { return }
    note(status)
  }

  /// Compares the wallet's sends with the ledger once.
  private func lookAtSends() async {
    guard wallet.status != .unavailable else { return }
    await SendWatch(wallet: wallet, payments: payments).look()
  }

  /// Looks for transfers once.
  private func lookAtTransfers() async {
    guard wallet.status != .unavailable else { return }
    do throws(LedgerError) {
      try await takeTransfers()
    } catch {
      core.ledgerTrouble(error)
    }
  }

  /// Adapts the wallet's locks of coins to the ledger.
  private func lookAtInputs() async {
    guard wallet.status != .unavailable else { return }
    do throws(LedgerError) {
      try await wallet.reconcileInputs(payments)
    } catch {
      core.ledgerTrouble(error)
    }
  }

  /// Returns the status that the wallet reports. While the answer is late, the wallet counts as unavailable.
  private func status() async -> WalletStatus {
    let waiting = Task {
      try await Task.sleep(for: patience)
      note(.unavailable)
    }
    let status = await wallet.backend.status()
    waiting.cancel()
    // Waits for the other task, so that the wallet's answer is stored last.
    _ = await waiting.result
    return status
  }

  private func note(_ status: WalletStatus) {
    guard wallet.note(status) else { return }
    payments.wallets.refresh()
    core.log.notice(
      "wallet status", metadata: ["currency": "\(wallet.currency.code)", "status": "\(status.rawValue)"])
  }

  private func takeTransfers() async throws(LedgerError) {
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
      // The next look tries again. The owner sees the status.
      return
    }
    for transfer in page.transfers { try await apply(transfer) }
    guard page.cursor.rawValue != stored else { return }
    // The cursor is stored last. If an earlier step fails, the page is read again, which is harmless because seeing a
    // transfer twice changes nothing.
    try await core.ledger.write { transaction in
      try transaction.setTransferCursor(page.cursor.rawValue, currency: code)
    }
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
