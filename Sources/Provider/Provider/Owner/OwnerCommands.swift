import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import WalletBackend

/// The functions that answer the owner's socket.
struct OwnerCommands: Sendable {
  let parts: ProviderParts
  let reload: ConfigurationReload
  let backup: BackupStaging
  let daemons: DaemonDirectory
  let url: String
  /// The folder of the ledger.
  let ledger: String
  let startedAt: Timestamp

  /// All methods of the owner's socket but the one that goes on telling.
  var table: OwnerMethodTable {
    var table = OwnerMethodTable()
    table.add(GetProviderStatus.self, status)
    table.add(ReloadConfiguration.self, reload.reload)
    let ledger = parts.core.ledger
    table.add(StageBackup.self) { [backup] _ in try await backup.make(of: ledger) }
    addQuestions(to: &table)
    addPayments(to: &table)
    addApps(to: &table)
    table.add(ListDaemons.self, daemons.list)
    table.add(AdmitDaemon.self, daemons.admit)
    table.add(RevokeDaemon.self, daemons.revoke)
    addRecords(to: &table)
    // The wallets of one made-up network have the same methods.
    let controlled = parts.payments.wallets.wallets.lazy.compactMap { $0.backend.itself as? any OwnerControlledWallet }
      .first
    if let controlled {
      controlled.addOwnerMethods(to: &table)
    } else {
      table.refuse(
        [PlayMockNetwork.self],
        with: OwnerFailure(.unavailable, "no mock wallet is configured: this works with made-up money only"))
    }
    return table
  }

  private func addQuestions(to table: inout OwnerMethodTable) {
    let decisions = parts.decisions
    let questions = decisions.questions
    table.add(ListQuestions.self) { _ in await questions.list() }
    table.add(GetQuestion.self, decisions.look)
    table.add(ApproveQuestion.self, decisions.approve)
    table.add(DenyQuestion.self, decisions.deny)
    let openings = OpeningCommands(
      payments: parts.payments, openings: parts.openings, pin: parts.pin, sessions: parts.apps.sessions)
    table.add(ShowOpening.self, openings.open)
    table.add(FinishOpening.self, openings.finish)
  }

  private func addPayments(to table: inout OwnerMethodTable) {
    let (payments, pin) = (parts.payments, parts.pin)
    let lock = LockCommands(payments: payments, pin: pin)
    table.add(LockWallet.self, lock.lock)
    table.add(UnlockWallet.self, lock.unlock)
    let changes = PinCommands(pin: pin, wallets: payments.wallets, notices: parts.apps.notices)
    table.add(GetPinStatus.self) { _ in pin.report }
    table.add(SetPin.self, changes.set)
    table.add(ClearPin.self, changes.clear)
    table.add(AbandonOrder.self, AbandonCommand(payments: payments, pin: pin).abandon)
    table.add(GetBalances.self) { _ in .init(wallets: await payments.holdings()) }
    table.add(ReceivePayment.self, ReceivingCommands(payments: payments).receive)
    let lists = PaymentQueries(ledger: payments.core.ledger, wallets: payments.wallets)
    table.add(ListPayments.self, lists.list)
    table.add(ListIncomingPayments.self, lists.listIncoming)
    table.add(GetPayment.self, lists.get)
    let sends = SendCommands(payments: payments, pin: pin)
    table.add(ListUnknownSends.self) { try await sends.list(all: $0.all == true) }
    table.add(SettleUnknownSend.self, sends.settle)
    table.add(PayHeldOrder.self, sends.pay)
    table.add(CancelHeldOrder.self, sends.cancel)
    table.add(AcceptWallet.self, sends.accept)
    table.add(NotifyOfNews.self) { params in
      guard let wallet = payments.wallets.existingWallet(params.currency) else {
        throw OwnerFailure(.unknownCurrency, "there is no wallet for \(params.currency)")
      }
      wallet.glances.announce(.transactions)
      return OwnerNothing()
    }
  }

  private func addApps(to table: inout OwnerMethodTable) {
    let (core, payments, sessions) = (parts.core, parts.payments, parts.apps.sessions)
    let apps = AppCommands(payments: payments, apps: parts.apps, pin: parts.pin, documents: parts.documents)
    table.add(ListApps.self, apps.list)
    table.add(RevokeApp.self, apps.revoke)
    let grants = GrantCommands(payments: payments, pin: parts.pin, sessions: sessions, notices: parts.apps.notices)
    table.add(ListGrants.self, grants.list)
    table.add(GrantScopes.self, grants.grant)
    table.add(RenameApp.self, grants.rename)
    let wallets = Array(payments.orders.limits.wallets.values)
    table.add(NamePayee.self, PayeeCommands(core: core, notices: parts.apps.notices, wallets: wallets).name)
    table.add(LimitApp.self, LimitCommands(grants: payments.orders.limits, pin: parts.pin).limit)
    table.add(ChangeQuota.self, QuotaCommands(core: core, quotas: payments.quotas, pin: parts.pin).quota)
    let connections = SessionCommands(core: core, sessions: sessions)
    table.add(ListSessions.self, connections.list)
    table.add(EndSession.self, connections.end)
  }

  private func addRecords(to table: inout OwnerMethodTable) {
    table.add(GetMetrics.self, MetricsReport(parts: parts, startedAt: startedAt).report)
    let audit = AuditQueries(ledger: parts.core.ledger)
    table.add(ListAuditEntries.self, audit.list)
    table.add(GetAuditHead.self, audit.head)
    table.add(VerifyAuditLog.self, audit.verify)
    let statements = StatementCommands(
      core: parts.core, statements: parts.statements, wallets: parts.payments.wallets)
    table.add(BeginStatement.self, statements.begin)
    table.add(FetchStatement.self, statements.part)
  }

  private func status(_: OwnerNothing) async throws -> GetProviderStatus.Result {
    let (core, payments, connected) = (parts.core, parts.payments, parts.apps)
    let (apps, reversed, names) = try await core.ledger.read { reader in
      (
        try reader.apps().count { $0.status == .approved }, try reader.reversedOrders(limit: 10),
        try NamesOfApps(reader)
      )
    }
    let present = payments.orders.live.map(\.order)
    var room = AnswerRoom()
    return GetProviderStatus.Result(
      name: core.name, url: url, pid: Int(ProviderService.processID), providerID: core.providerID,
      software: core.software, ledger: ledger, startedAt: startedAt, sessions: connected.sessions.all.count,
      apps: apps, questions: connected.pairing.questions.count + payments.orders.questions.count,
      locked: payments.orders.lock.isLocked, pin: parts.pin.isSet,
      paymentsInFlight: present.count { $0.state == .inFlight },
      ordersReversed: room.fitting(reversed.lazy.map { OwnerOrder($0, names[$0.terms.app]) }),
      paymentsToLookAt: present.count { $0.progress.waitingFor == .review },
      paymentsWaiting: present.count(where: \.goesOnByItself),
      ordersWithoutWallet: room.fitting(
        payments.orders.withoutWallet.lazy.map { OwnerOrder($0, names[$0.terms.app]) }),
      currencies: payments.walletReports, lockedBecause: payments.orders.lock.reason.map(LockReason.init),
      epoch: (core.watch?.epoch).map { Int($0) }, clockAheadSeconds: core.watch?.clockAhead,
      configuration: parts.configuration.file)
  }
}

extension LockReason {
  fileprivate init(_ reason: WalletLock.Reason) {
    switch reason {
    case .owner: self = .owner
    case .unvouchedLedger: self = .unvouchedLedger
    }
  }
}
