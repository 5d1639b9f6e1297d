import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The owner's look at what the wallets sent and no order is known for, and what the owner says of it.
struct SendCommands {
  let payments: Payments
  let pin: OwnerPIN

  var core: ProviderCore { payments.core }

  private var history: SentHistory { payments.orders.sent }

  /// What stops paying, what may be the payment of an order that waits, and the orders that wait for the owner's word.
  ///
  /// - Parameter all: whether also what only is remembered is listed.
  func list(all: Bool) async throws -> SendsReport {
    let names = try await core.ledger.read { reader in try NamesOfApps(reader) }
    let held = held
    let shown = history.sends.filter { send in
      all && !send.isTaken || send.verdict == .open || held.contains { send.mayPay($0.terms) }
    }
    var room = AnswerRoom()
    let orders = room.fitting(held.lazy.map { OwnerOrder($0, names[$0.terms.app]) }, least: 1)
    let sends = room.fitting(shown.lazy.map(view), least: 1)
    let leftOut = held.count - orders.count + shown.count - sends.count
    return SendsReport(
      stopped: stopped, notCompared: notCompared.filter { !notRecognised.contains($0) }, notRecognised: notRecognised,
      sends: sends, orders: orders, heldBack: await heldBack(Array(held.prefix(orders.count))),
      leftOut: leftOut == 0 ? nil : leftOut)
  }

  /// The currencies of which nothing is paid.
  var stopped: [String] { payments.wallets.wallets.map(\.currency.code).filter(history.isStopped) }

  /// The currencies of which orders wait for the wallet's first answer since the start.
  var notCompared: [String] {
    let waiting = Set(payments.orders.live.filter { !$0.isTakenUp }.map { $0.read(\.terms.currency) })
    return payments.wallets.wallets.map(\.currency.code).filter(waiting.contains)
  }

  /// The currencies whose wallet is not the one that the ledger knows.
  private var notRecognised: [String] {
    payments.wallets.wallets.filter { $0.recognition?.problem != nil }.map(\.currency.code)
  }

  /// Takes a wallet for the ledger's that is another one, or lacks payments of the ledger. All that it has sent is compared
  /// with the ledger.
  func accept(_ params: AcceptWallet.Params) async throws -> SendsReport {
    guard let wallet = payments.wallets.existingWallet(params.currency) else {
      throw OwnerFailure(.usage, "no wallet of this currency is configured")
    }
    guard wallet.recognition?.problem != nil else {
      throw OwnerFailure(.conflict, "this is the wallet that payd knows; there is nothing to accept")
    }
    try await pin.require(params.pin)
    let witness: String
    do throws(WalletError) {
      witness = try await wallet.backend.witness()
    } catch {
      throw OwnerFailure(.unavailable, "the wallet does not answer; try again when it does")
    }
    let (code, now) = (wallet.currency.code, core.clock.now())
    do throws(LedgerError) {
      try await core.ledger.write { transaction in
        let since = try transaction.sendPosition(currency: code)?.since ?? now
        try transaction.setSendPosition(
          SendPosition(cursor: nil, witness: witness, since: since, acceptedAt: now), currency: code)
        try transaction.appendAudit([SendAudit.accepted(code, at: now)])
      }
    } catch {
      core.ledgerTrouble(error)
      throw notStored
    }
    history.setUncompared(code)
    await SendWatch(wallet: wallet, orders: payments.orders).look()
    return try await list(all: false)
  }

  /// Says what a send was: the payment of an order, `own` or `forgotten`; the latter may be said of all at once.
  func settle(_ params: SettleUnknownSend.Params) async throws -> SendsReport {
    let isAll = params.id == "all"
    let sends = isAll ? history.sends.filter { $0.verdict == .open } : [try send(params.id)]
    switch params.verdict {
    case "own":
      guard !isAll else { throw OwnerFailure(.usage, "say for each send by itself that it was none of an app") }
      try await pin.require(params.pin)
      try await settle(sends, as: .own)
    case "forgotten":
      try await pin.require(params.pin)
      try await settle(sends, as: .forgotten)
    default:
      guard !isAll, let send = sends.first else { throw OwnerFailure(.usage, "an order has one payment") }
      let process = try process(params.verdict)
      try await pin.require(params.pin)
      try await adopt(send.transactionID, by: process)
    }
    return try await list(all: false)
  }

  /// Lets an order go on that waits for the owner's word: none of the sends is its payment.
  func pay(_ params: PayHeldOrder.Params) async throws -> PayHeldOrder.Result {
    let process = try waiting(params.id)
    let order = process.order
    let terms = order.terms
    if order.isHeldBack { try await compareAgain(order) }
    guard !history.isStopped(terms.currency) else { throw OwnerFailure(.sendsFirst, "say first what the wallet sent") }
    guard !payments.orders.lock.isLocked else {
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is paid until you unlock it")
    }
    let marks = try await foreignMarks(of: order)
    if order.isHeldBack { try Self.require(params.notPaidBy ?? [], toName: marks) }
    try await pin.require(params.pin, for: order.mostToPay, terms.currency, decimals: terms.decimals)
    let others = history.suspects(for: terms).map { send in
      var send = send
      send.excluded.insert(terms.id)
      return send
    }
    try await save(
      others, marks: (terms.currency, marks),
      [AuditEntry(at: core.clock.now(), kind: "order.released", app: terms.app, objectID: terms.id.rawValue, [:])])
    return .init(order: try await tell(.released, process))
  }

  /// Ends an order that waits for the owner's word.
  func cancel(_ params: CancelHeldOrder.Params) async throws -> CancelHeldOrder.Result {
    let process = try waiting(params.id)
    guard !process.read(\.isHeldBack) else {
      throw OwnerFailure(.conflict, "it is signed: only sending its coins back ends it for certain, by abandoning it")
    }
    return .init(order: try await tell(.denied, process))
  }

  private func tell(_ event: OrderEvent, _ process: LiveOrder) async throws -> OwnerOrder {
    guard process.isTakenUp else {
      throw OwnerFailure(.conflict, "the wallet has not told yet what it sent; try again once it is ready")
    }
    switch await process.outcome(of: event) {
    case .stored(let effects) where effects.contains(.report): break
    case .refused(.locked):
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is paid until you unlock it")
    case .refused(.doubtful): throw OwnerFailure(.sendsFirst, "say first what the wallet sent")
    case .refused(.replacementTaken):
      throw OwnerFailure(.conflict, "its transaction pays other orders, too, and would pay this one with them")
    case .stored, .refused, .failed: throw notStored
    }
    let order = process.order
    return OwnerOrder(order, try await core.names(of: order.terms.app))
  }

  /// The order gets the transaction as its own; then the send is settled. Where this program ends in between, the next
  /// start finds the transaction in an order. A transaction may pay several orders: as long as something is left of it,
  /// it stays a suspect for others.
  private func adopt(_ id: String, by process: LiveOrder) async throws {
    let order = process.order
    guard let wallet = payments.wallets.existingWallet(order.terms.currency) else {
      throw OwnerFailure(.conflict, "\(order.terms.currency) is not configured any more")
    }
    // One at a time, since each order takes its part of what the others have left.
    await wallet.lookingAtSends.enter()
    defer { wallet.lookingAtSends.leave() }
    var send = try send(id)
    guard order.progress.signedTransaction == nil || order.isHeldBack, !order.state.isTerminal else {
      throw OwnerFailure(.conflict, "this order \(order.state.isTerminal ? "has ended" : "has another transaction")")
    }
    try await requireUnsent(order, wallet)
    guard send.mayPay(order.terms) else {
      throw OwnerFailure(.conflict, "this send does not pay what the order asks for to its address")
    }
    let signedTransaction: SignedTransaction
    do throws(WalletError) {
      signedTransaction = try await wallet.backend.signedTransaction(
        ofSend: send.transactionID,
        paying: PaymentIntent(address: order.terms.address, amount: order.terms.amount), at: send.taken.count)
    } catch .cannotProve {
      throw OwnerFailure(.notFound, "the wallet does not have this transaction any more, or it does not pay that")
    } catch {
      throw OwnerFailure(.unavailable, "the wallet does not answer; try again when it does")
    }
    _ = try await tell(.adopted(signedTransaction), process)
    if let givenUp = order.progress.signedTransaction {
      await CoinLocks(wallet, payments.orders).release(givenUp)
    }
    send.take(over: order.terms)
    try await settle([send], order: order.terms.id)
  }

  private func settle(_ sends: [UnknownSend], as verdict: SendVerdict) async throws {
    let settled = sends.map { send in
      var send = send
      send.verdict = verdict
      return send
    }
    try await settle(settled, order: nil)
  }

  private func settle(_ settled: [UnknownSend], order: OrderID?) async throws {
    let now = core.clock.now()
    try await save(settled, settled.map { SendAudit.settled($0, order: order, at: now) })
    payments.wallets.refresh()
    payments.orders.questions.changed()
  }

  private func save(_ sends: [UnknownSend], marks: (currency: String, [SendMark])? = nil, _ audit: [AuditEntry])
    async throws
  {
    do throws(LedgerError) {
      try await core.ledger.write { transaction in
        for send in sends { try transaction.saveSend(send) }
        for mark in marks?.1 ?? [] { try transaction.settleMark(mark.transaction, currency: marks?.currency ?? "") }
        try transaction.appendAudit(audit)
      }
    } catch {
      core.ledgerTrouble(error)
      throw notStored
    }
    history.replace(sends)
  }

  var notStored: OwnerFailure {
    OwnerFailure(.internalError, "the decision could not be stored; is the disk full?")
  }

  private var held: [OrderMachine] {
    payments.orders.live.filter { $0.read(\.progress.waitingFor) == .review }.map(\.order)
      .sorted { $0.terms.createdAt < $1.terms.createdAt }
  }

  private func send(_ text: String) throws -> UnknownSend {
    guard text.utf8.count >= PartialIdentifier.leastLength else {
      throw OwnerFailure(.usage, "give the transaction's id, or its first characters")
    }
    let id = try PartialIdentifier.find(text, among: history.sends.map(\.transactionID), .conflict, of: "transactions")
    guard let send = history.sends.first(where: { $0.transactionID == id }) else {
      throw OwnerFailure(.sendNotFound, "there is nothing to say about this transaction")
    }
    return send
  }

  private func process(_ text: String) throws -> LiveOrder {
    let open = payments.orders.live
    let id = try PartialIdentifier.find(text, among: open.map { $0.read(\.terms.id.rawValue) }, .conflict, of: "orders")
    guard let process = open.first(where: { $0.read(\.terms.id.rawValue) == id }) else {
      throw OwnerFailure(.heldOrderNotFound, "no open order has this id")
    }
    return process
  }

  private func waiting(_ text: String) throws -> LiveOrder {
    guard !text.isEmpty else { throw OwnerFailure(.usage, "id is missing") }
    let process = try process(text)
    guard process.read(\.progress.waitingFor) == .review else {
      throw OwnerFailure(.conflict, "this order does not wait for a look at what the wallet sent")
    }
    return process
  }
}

extension SendCommands {
  private func view(_ send: UnknownSend) -> SendReport {
    let decimals = payments.wallets.existingWallet(send.currency)?.currency.decimals ?? 0
    let unknown = send.content.unknown == .zero ? [] : [send.content.unknown]
    let orders = payments.orders.live.filter { process in
      process.read { order in
        (order.progress.signedTransaction == nil || order.isHeldBack) && !order.state.isTerminal
          && send.mayPay(order.terms)
      }
    }
    return SendReport(
      id: send.transactionID, currency: send.currency, what: send.verdict.kind,
      outputs: send.content.outputs.map {
        SendReportOutput(amount: $0.amount.decimal(decimals: decimals), address: $0.address)
      } + unknown.map { SendReportOutput(amount: $0.decimal(decimals: decimals)) },
      orders: orders.map { $0.read(\.terms.id.rawValue) }.sorted(),
      fee: send.fee?.decimal(decimals: decimals), at: send.at)
  }
}

extension SendVerdict {
  /// The word of the owner's socket.
  fileprivate var kind: SendKind {
    switch self {
    case .open: .open
    case .noted: .noted
    case .forgotten: .forgotten
    case .own: .own
    case .order: .order
    }
  }
}
