import JSON
import Ledger
import OwnerSocket
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The owner's look at what the wallets sent and no order is known for, and what the owner says of it.
struct SendCommands {
  let context: ProviderContext

  private var history: SentHistory { context.sent }

  /// What stops paying, what may be the payment of an order that waits, and the orders that wait for the owner's word.
  /// With `all` also what only is remembered.
  func list(_ params: JSONValue) -> JSONValue {
    let held = held
    let isAll = params["all"]?.boolValue == true
    let shown = history.sends.filter { send in
      isAll || send.verdict == .open || held.contains { send.mayPay($0.terms) }
    }
    var answer = obstacles
    answer["sends"] = .array(shown.map(view))
    answer["orders"] = .array(held.map(view))
    return .object(answer)
  }

  /// The currencies of which nothing is paid, and those of which orders wait for the wallet's first answer since the
  /// start.
  var obstacles: JSONObject {
    let waiting = Set(context.orders.live.filter { !$0.isTakenUp }.map { $0.read(\.terms.currency) })
    let codes = context.wallets.wallets.map(\.currency.code)
    return [
      "stopped": .array(codes.filter(history.isStopped).map(JSONValue.string)),
      "not_compared": .array(codes.filter(waiting.contains).map(JSONValue.string)),
    ]
  }

  /// Says what a send was: `as` is an order's identifier, `own` or `forgotten`; `id` may be `all` for the latter.
  func settle(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    guard let what = params["as"]?.stringValue else { throw OwnerFailure(.usage, "as is missing") }
    let isAll = params["id"]?.stringValue == "all"
    let sends = isAll ? history.sends.filter { $0.verdict == .open } : [try send(params)]
    switch what {
    case "own":
      guard !isAll else { throw OwnerFailure(.usage, "say for each send by itself that it was none of an app") }
      try await context.pin.require(params)
      try await settle(sends, as: .own, order: nil)
    case "forgotten":
      try await context.pin.require(params)
      try await settle(sends, as: .forgotten, order: nil)
    default:
      guard !isAll, let send = sends.first else { throw OwnerFailure(.usage, "an order has one payment") }
      let process = try process(what)
      try await context.pin.require(params)
      try await adopt(send, by: process)
    }
    return list([:])
  }

  /// Lets an order go on that waits for the owner's word: none of the sends is its payment.
  func pay(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let process = try waiting(params)
    let order = process.order
    let terms = order.terms
    guard !history.isStopped(terms.currency) else {
      throw OwnerFailure(.conflict, "say first what the wallet sent: payd sends")
    }
    guard !context.walletLock.isLocked else {
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is paid until you unlock it: payd unlock")
    }
    try await context.pin.require(params, for: order.mostToPay, terms.currency, decimals: terms.decimals)
    let others = history.suspects(for: terms).map { send in
      var send = send
      send.excluded.insert(terms.id)
      return send
    }
    try await save(
      others,
      [AuditEntry(at: context.clock.now(), kind: "order.released", app: terms.app, objectID: terms.id.rawValue, [:])])
    return try await tell(.released, process)
  }

  /// Ends an order that waits for the owner's word.
  func cancel(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    try await tell(.denied, waiting(params))
  }

  private func tell(_ event: OrderEvent, _ process: OrderProcess) async throws(OwnerFailure) -> JSONValue {
    let (id, version) = process.read { ($0.terms.id.rawValue, $0.version) }
    let changes = context.hub.changes(of: id)
    process.post(event)
    if process.read(\.version) == version { await ChangeHub.next(changes, atMost: .seconds(10)) }
    guard process.read(\.version) != version else { throw notStored }
    return ["id": .string(id), "state": .string(process.read(\.state).rawValue)]
  }

  /// The order gets the transaction as its own; then the send is settled. Where this program ends in between, the next
  /// start finds the transaction in an order.
  private func adopt(_ send: UnknownSend, by process: OrderProcess) async throws(OwnerFailure) {
    let order = process.order
    guard order.progress.signedTransaction == nil, !order.state.isTerminal else {
      throw OwnerFailure(.conflict, "this order \(order.state.isTerminal ? "has ended" : "has another transaction")")
    }
    guard send.mayPay(order.terms) else {
      throw OwnerFailure(.conflict, "this send does not pay what the order asks for to its address")
    }
    guard let wallet = context.wallets.existingWallet(send.currency) else {
      throw OwnerFailure(.conflict, "\(send.currency) is not configured any more")
    }
    let signedTransaction: SignedTransaction
    do throws(WalletError) {
      signedTransaction = try await wallet.backend.signedTransaction(ofSend: send.transactionID)
    } catch .cannotProve {
      throw OwnerFailure(.notFound, "the wallet does not have this transaction any more")
    } catch {
      throw OwnerFailure(.unavailable, "the wallet does not answer; try again when it does")
    }
    _ = try await tell(.adopted(signedTransaction), process)
    try await settle([send], as: .order, order: order.terms.id)
  }

  private func settle(_ sends: [UnknownSend], as verdict: SendVerdict, order: OrderID?) async throws(OwnerFailure) {
    let settled = sends.map { send in
      var send = send
      send.verdict = verdict
      return send
    }
    let now = context.clock.now()
    try await save(settled, settled.map { SendAudit.settled($0, order: order, at: now) })
    context.wallets.refresh()
    context.notices.changed()
  }

  private func save(_ sends: [UnknownSend], _ audit: [AuditEntry]) async throws(OwnerFailure) {
    do throws(LedgerError) {
      try await context.record { transaction throws(LedgerError) in
        for send in sends { try transaction.saveSend(send) }
        try transaction.appendAudit(audit)
      }
    } catch {
      context.ledgerTrouble(error)
      throw notStored
    }
    history.replace(sends)
  }

  private var notStored: OwnerFailure {
    OwnerFailure(.internalError, "the decision could not be stored; is the disk full?")
  }

  private var held: [OrderMachine] {
    context.orders.live.filter { $0.read(\.progress.waitingFor) == .review }.map(\.order)
      .sorted { $0.terms.createdAt < $1.terms.createdAt }
  }

  private func send(_ params: JSONValue) throws(OwnerFailure) -> UnknownSend {
    guard let text = params["id"]?.stringValue, text.utf8.count >= 4 else {
      throw OwnerFailure(.usage, "give the transaction's id, or its first characters")
    }
    let matches = history.sends.filter { $0.transactionID.utf8.starts(with: text.utf8) }
    guard matches.count < 2 else { throw OwnerFailure(.conflict, "several sends begin so; give more of the id") }
    guard let send = matches.first else {
      throw OwnerFailure(.notFound, "there is nothing to say about this transaction; see: payd sends --all")
    }
    return send
  }

  private func process(_ text: String) throws(OwnerFailure) -> OrderProcess {
    let matches = context.orders.live.filter { process in
      let id = process.read(\.terms.id.rawValue)
      return id == text || (text.utf8.count >= 4 && Array(id.utf8).suffix(text.utf8.count) == Array(text.utf8)[...])
    }
    guard matches.count < 2 else { throw OwnerFailure(.conflict, "several orders end so; give the whole id") }
    guard let process = matches.first else {
      throw OwnerFailure(
        .notFound, "no open order has this id; say an order that payd sends lists, own, or forgotten")
    }
    return process
  }

  private func waiting(_ params: JSONValue) throws(OwnerFailure) -> OrderProcess {
    guard let text = params["id"]?.stringValue, !text.isEmpty else { throw OwnerFailure(.usage, "id is missing") }
    let process = try process(text)
    guard process.read(\.progress.waitingFor) == .review else {
      throw OwnerFailure(.conflict, "this order does not wait for a look at what the wallet sent")
    }
    return process
  }
}

extension SendCommands {
  private func view(_ send: UnknownSend) -> JSONValue {
    let decimals = context.wallets.existingWallet(send.currency)?.currency.decimals ?? 0
    func text(_ amount: Amount) -> JSONValue { .string(amount.text(decimals: decimals)) }
    let orders = context.orders.live.filter { process in
      process.read { $0.progress.signedTransaction == nil && !$0.state.isTerminal && send.mayPay($0.terms) }
    }
    var value: JSONObject = [
      "id": .string(send.transactionID), "currency": .string(send.currency), "what": .string(send.verdict.rawValue),
      "outputs": .array(
        send.outputs.map { output in
          var value: JSONObject = ["amount": text(output.amount)]
          value["address"] = output.address.map(JSONValue.string)
          return .object(value)
        }),
      "orders": .array(orders.map { .string($0.read(\.terms.id.rawValue)) }.sorted { $0.text() < $1.text() }),
    ]
    value["fee"] = send.fee.map(text)
    value["at"] = send.at.map { .string($0.text) }
    return .object(value)
  }

  private func view(_ order: OrderMachine) -> JSONValue {
    let terms = order.terms
    var value: JSONObject = [
      "id": .string(terms.id.rawValue), "key": .string(terms.app.rawValue), "currency": .string(terms.currency),
      "amount": .string(terms.amount.text(decimals: terms.decimals)), "address": .string(terms.address),
      "state": .string(order.state.rawValue), "asked_at": .string(terms.createdAt.text),
    ]
    value["description"] = terms.memo.map(JSONValue.string)
    return .object(value)
  }
}
