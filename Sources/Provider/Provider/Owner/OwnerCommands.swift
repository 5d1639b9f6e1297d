import Ledger
import OwnerAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import WalletBackend

/// The functions that answer the owner's door.
struct OwnerCommands: Sendable {
  let context: ProviderContext
  let url: String
  let startedAt: Timestamp

  /// All methods of the door but the one that goes on telling.
  var table: OwnerMethodTable {
    var table = OwnerMethodTable()
    table.add(GetProviderStatus.self, status)
    addQuestions(to: &table)
    addPayments(to: &table)
    addApps(to: &table)
    addRecords(to: &table)
    // The wallets of one made-up network have the same methods.
    let controlled = context.wallets.wallets.lazy.compactMap { $0.backend as? any OwnerControlledWallet }.first
    controlled?.addOwnerMethods(to: &table)
    return table
  }

  private func addQuestions(to table: inout OwnerMethodTable) {
    let context = context
    let decisions = OwnerDecisions(context: context)
    table.add(ListApprovals.self) { _ in await WaitingQuestions(context: context).list() }
    table.add(GetApproval.self, decisions.look)
    table.add(ApproveQuestion.self, decisions.approve)
    table.add(DenyQuestion.self, decisions.deny)
    let openings = OpeningCommands(context: context)
    table.add(ShowOpening.self, openings.open)
    table.add(FinishOpening.self, openings.finish)
  }

  private func addPayments(to table: inout OwnerMethodTable) {
    let context = context
    let (lock, pin) = (LockCommands(context: context), PinCommands(context: context))
    table.add(LockWallet.self, lock.lock)
    table.add(UnlockWallet.self, lock.unlock)
    table.add(GetPinStatus.self) { _ in context.pin.report }
    table.add(SetPin.self, pin.set)
    table.add(ClearPin.self, pin.clear)
    table.add(AbandonOrder.self, AbandonCommand(context: context).abandon)
    let sends = SendCommands(context: context)
    table.add(ListUnknownSends.self) { sends.list(all: $0.all == true) }
    table.add(SettleUnknownSend.self, sends.settle)
    table.add(PayHeldOrder.self, sends.pay)
    table.add(CancelHeldOrder.self, sends.cancel)
  }

  private func addApps(to table: inout OwnerMethodTable) {
    let (apps, grants) = (AppCommands(context: context), GrantCommands(context: context))
    table.add(ListApps.self, apps.list)
    table.add(RevokeApp.self, apps.revoke)
    table.add(ListGrants.self, grants.list)
    table.add(GrantScopes.self, grants.grant)
    table.add(RenameApp.self, grants.rename)
    table.add(LimitApp.self, LimitCommands(context: context).limit)
    table.add(ChangeQuota.self, QuotaCommands(context: context).quota)
    let sessions = SessionCommands(context: context)
    table.add(ListSessions.self, sessions.list)
    table.add(EndSession.self, sessions.end)
  }

  private func addRecords(to table: inout OwnerMethodTable) {
    let (audit, statements) = (AuditQueries(ledger: context.ledger), StatementCommands(context: context))
    table.add(ListAuditEntries.self, audit.list)
    table.add(GetAuditHead.self, audit.head)
    table.add(VerifyAuditLog.self, audit.verify)
    table.add(BeginStatement.self, statements.begin)
    table.add(FetchStatement.self, statements.part)
  }

  private func status(_: OwnerNothing) async throws -> GetProviderStatus.Result {
    let (apps, reversed) = try await context.ledger.read { reader in
      (try reader.apps().count { $0.status == .approved }, try reader.reversedOrders(limit: 10))
    }
    return GetProviderStatus.Result(
      name: context.configuration.name, url: url, pid: Int(ProviderService.processID),
      providerID: context.identity.id, software: ProviderService.software, startedAt: startedAt,
      sessions: context.sessions.all.count, apps: apps,
      approvals: context.pairing.prompts.count + context.prompts.count, isLocked: context.walletLock.isLocked,
      hasPIN: context.pin.isSet,
      paymentsInFlight: context.orders.live.count { $0.order.state == .inFlight },
      ordersReversed: reversed.map { order in
        ReversedOrder(
          id: order.terms.id.rawValue, currency: order.terms.currency, amount: order.terms.decimalAmount,
          reversedAt: order.progress.reversedAt)
      },
      paymentsToLookAt: context.orders.live.count { $0.read { $0.progress.waitingFor == .review } },
      ordersWithoutWallet: context.orders.withoutWallet.map { order in
        StrandedOrder(id: order.terms.id.rawValue, currency: order.terms.currency, state: order.state)
      },
      currencies: context.wallets.wallets.map { wallet in
        CurrencyReport(
          code: wallet.currency.code, network: wallet.currency.network, ready: wallet.status.rawValue,
          isStopped: context.sent.isStopped(wallet.currency.code))
      })
  }
}

extension OrderTerms {
  /// An amount of the order's currency, as the owner's door writes it.
  func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: decimals) }

  /// What the recipient gets.
  var decimalAmount: DecimalAmount { decimal(amount) }
}
