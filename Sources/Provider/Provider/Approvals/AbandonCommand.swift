import JSON
import Ledger
import LightningInvoices
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The owner ends an order that gets nowhere: at once where nothing was sent yet; where a transaction was signed, by
/// sending its coins back to the wallet, since only that makes sure that it never takes effect. The order itself goes
/// on until that is certain, and fails then as after any other conflict.
struct AbandonCommand {
  let payments: Payments
  let pin: OwnerPIN

  private var core: ProviderCore { payments.core }

  /// The orders that have not ended, for an owner who names none.
  private func list() async throws -> [EndingOrder] {
    let names = try await core.ledger.read { reader in try NamesOfApps(reader) }
    return payments.orders.live.map(\.order).sorted { $0.terms.createdAt < $1.terms.createdAt }
      .map { EndingOrder(order: OwnerOrder($0, names[$0.terms.app])) }
  }

  /// Lists the open orders, or ends the one that is named. Without a largest fee nothing is done that costs anything:
  /// what it would cost is told.
  func abandon(_ params: AbandonOrder.Params) async throws -> AbandonOrder.Result {
    guard let text = params.id else { return .init(orders: try await list()) }
    let process = try find(text)
    guard let payment = SignedPayment(process.order, process.backend) else {
      return .init(orders: [try await deny(process)])
    }
    if let text = params.notPaidBy {
      return .init(orders: [try await fail(payment, process, unlessPaidBy: text, params)])
    }
    return .init(orders: [try await end(payment, params)])
  }

  private func end(
    _ payment: SignedPayment, _ params: AbandonOrder.Params
  ) async throws -> EndingOrder {
    try await requireUnknown(payment)
    let order = payment.order
    let ending = try await told(payment) { wallet throws(WalletError) in
      try await wallet.prepareEnding(payment.signedTransaction)
    }
    var answer = try await view(order)
    let others = others(of: payment)
    answer.together = others.isEmpty ? nil : others
    answer.confirmationsNeeded = order.terms.conflictDepth
    answer.returnFee = order.terms.decimal(ending.fee)
    guard let given = params.feeCap else {
      answer.returnFeeCap = order.terms.decimal(FeeCap.shown(for: ending.fee))
      return answer
    }
    guard let decimal = try? DecimalAmount(given), let cap = try? Amount(decimal, decimals: order.terms.decimals) else {
      throw OwnerFailure(.usage, "the fee must be a decimal such as 0.0005")
    }
    guard ending.fee <= cap else {
      throw OwnerFailure(.feeAboveCap, "it would cost more than that by now")
    }
    guard !payments.orders.lock.isLocked else {
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is sent until you unlock it")
    }
    try await pin.require(params.pin, for: cap, order.terms.currency, decimals: order.terms.decimals)
    try await core.ledger.confirmHolding()
    try await told(payment) { wallet throws(WalletError) in try await wallet.send(ending) }
    await record(order, ending)
    answer.returnID = ending.transactionID
    return answer
  }

  /// An order with its transaction and its wallet. A class because of the compiler's
  /// fault with large values.
  private final class SignedPayment: Sendable {
    let order: OrderMachine
    let signedTransaction: SignedTransaction
    let backend: any WalletBackend
    /// `nil` where the wallet ends nothing.
    let wallet: (any EndingWallet)?

    /// `nil` where nothing was signed.
    init?(_ order: OrderMachine, _ backend: any WalletBackend) {
      guard let signedTransaction = order.progress.signedTransaction else { return nil }
      self.order = order
      self.signedTransaction = signedTransaction
      self.backend = backend
      wallet = backend.itself as? any EndingWallet
    }

    /// Whether no part of a payment by Lightning can be under way any more, whatever its node says: nothing is begun after the
    /// end of the invoice or of the order, and nodes lock money for four weeks at most.
    func isOutOfReach(at now: Timestamp) -> Bool {
      guard let invoice = try? LightningInvoice(order.terms.address) else { return false }
      let end = min(invoice.expiresAt, order.terms.expiresAt ?? invoice.expiresAt)
      return now >= end.advanced(by: .seconds(31 * 86_400))
    }
  }

  /// Asks the wallet, with its errors in the owner's words.
  private func told<Answer: Sendable>(
    _ payment: SignedPayment, _ ask: (any EndingWallet) async throws(WalletError) -> Answer
  ) async throws -> Answer {
    guard let wallet = payment.wallet else { throw OwnerFailure(.unavailable, Self.noWallet(payment)) }
    do throws(WalletError) {
      return try await ask(wallet)
    } catch {
      throw Self.failure(error)
    }
  }

  private func find(_ text: String) throws -> LiveOrder {
    if let process = payments.orders.live(OrderID(rawValue: text)) { return process }
    let open = payments.orders.live
    let id = try PartialIdentifier.find(text, among: open.map { $0.read(\.terms.id.rawValue) }, .notFound, of: "orders")
    guard let process = open.first(where: { $0.read(\.terms.id.rawValue) == id }) else {
      throw OwnerFailure(.orderNotOpen, "no order under this id is open")
    }
    return process
  }

  /// Nothing was signed: it ends at once, or is being signed this very moment.
  private func deny(_ process: LiveOrder) async throws -> EndingOrder {
    guard let after = await payments.orders.deny(process) else {
      throw OwnerFailure(
        .conflict, "it was not ended: it is now \(process.order.state.rawValue); try again in a moment")
    }
    guard after.state == .rejected else {
      throw OwnerFailure(.conflict, "it was not ended: it is now \(after.state.rawValue); try again in a moment")
    }
    return try await view(after)
  }

  /// The other open orders that the same transaction pays. Its coins can only be sent back for all of them.
  private func others(of payment: SignedPayment) -> [String] {
    let (id, own) = (payment.signedTransaction.transactionID, payment.order.terms.id)
    return payments.orders.live.filter { process in
      process.read { $0.progress.signedTransaction?.transactionID == id && $0.terms.id != own }
    }.map { $0.read(\.terms.id).rawValue }.sorted()
  }

  /// Only what neither the network nor another transaction has taken up can and need be ended.
  private func requireUnknown(_ payment: SignedPayment) async throws {
    let depth = payment.order.terms.conflictDepth
    switch try await lookup(payment) {
    case .unknown: return
    case .spent(let other, let confirmations):
      throw OwnerFailure(
        .conflict,
        "transaction \(other) has taken its coins already, and this wallet cannot tell whether it pays the order, since "
          + "another wallet with the same keys made it. Look there. If it does not, the order can be ended once that has "
          + "\(depth) confirmations (now \(confirmations)), by naming that transaction as not its payment")
    case .pool, .confirmed, .replaced:
      throw OwnerFailure(
        .conflict,
        "the network has this payment: it cannot be ended any more, only hurried while it waits for a block, by a higher "
          + "fee in the wallet itself")
    case .untried where payment.order.isFollowed, .lapsed where payment.order.isFollowed:
      throw OwnerFailure(
        .conflict,
        "the node no longer knows this payment by Lightning, which was under way. Look at the recipient's whether it has "
          + "arrived. If it has not and nothing of it is under way, the order can be ended by naming its hash as not its "
          + "payment: \(payment.signedTransaction.transactionID)")
    case .attempting, .undelivered, .untried, .lapsed, .settled:
      throw OwnerFailure(
        .conflict,
        "a payment by Lightning cannot be ended: it ends by itself when no part of it is under way any more. From "
          + "a month after the end of its invoice on it can be ended by naming its hash as not its payment: "
          + payment.signedTransaction.transactionID)
    case .conflicted(let confirmations):
      throw OwnerFailure(
        .conflict,
        "another transaction has taken its coins already; the order fails once that has \(depth) "
          + "confirmations (now \(confirmations))")
    }
  }

  private func lookup(_ payment: SignedPayment) async throws -> PaymentLookup {
    do throws(WalletError) {
      return try await payment.backend.lookup(payment.signedTransaction)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The owner has looked at the transaction that took the coins, and says that it does not pay the order. It is so deep
  /// in the chain that the order's own transaction can never take effect.
  private func fail(
    _ payment: SignedPayment, _ process: LiveOrder, unlessPaidBy text: String, _ params: AbandonOrder.Params
  ) async throws -> EndingOrder {
    let order = payment.order
    let isNamed =
      text.utf8.count >= PartialIdentifier.leastLength
      && payment.signedTransaction.transactionID.utf8.starts(with: text.utf8)
    let isOutOfReach = isNamed && payment.isOutOfReach(at: core.clock.now())
    let lookup: PaymentLookup?
    do {
      lookup = try await self.lookup(payment)
    } catch {
      // Of a node that is gone nobody will ever hear.
      guard isOutOfReach else { throw error }
      lookup = nil
    }
    if isNamed, lookup.map({ order.hasVanished($0) || isOutOfReach && $0 == .attempting }) ?? true {
      return try await giveUp(
        payment, process, event: .lookedUp(.undelivered), as: payment.signedTransaction.transactionID, params)
    }
    guard case .spent(let other, let confirmations) = lookup,
      text.utf8.count >= PartialIdentifier.leastLength, other.utf8.starts(with: text.utf8)
    else {
      throw OwnerFailure(.conflict, "no such transaction has taken its coins without the wallet knowing what for")
    }
    guard confirmations >= order.terms.conflictDepth else {
      throw OwnerFailure(
        .conflict,
        "that transaction has \(confirmations) confirmations; it may still be undone until it has "
          + "\(order.terms.conflictDepth)")
    }
    return try await giveUp(
      payment, process, event: .lookedUp(.conflicted(confirmations: confirmations)), as: other, params)
  }

  /// The owner says that the order is not paid by what is named.
  private func giveUp(
    _ payment: SignedPayment, _ process: LiveOrder, event: OrderEvent, as transactionID: String,
    _ params: AbandonOrder.Params
  ) async throws -> EndingOrder {
    let order = payment.order
    try await pin.require(params.pin)
    let (app, id) = (order.terms.app, order.terms.id.rawValue)
    await core.audit(
      "order.given_up", app: app, object: id,
      ["currency": .string(order.terms.currency), "transaction_id": .string(transactionID)])
    _ = await process.outcome(of: event)
    guard process.read(\.state.isTerminal) else {
      throw OwnerFailure(.conflict, "it was not ended: try again in a moment")
    }
    return try await view(process.order)
  }

  private func record(_ order: OrderMachine, _ ending: EndingTransaction) async {
    let entry = OrderAudit.abandoned(order, ending, at: core.clock.now())
    do throws(LedgerError) {
      try await core.ledger.write { transaction in try transaction.appendAudit([entry]) }
    } catch {
      // The transaction is out: what became of the order does not hang on this entry.
      core.ledgerTrouble(error)
    }
  }

  private func view(_ order: OrderMachine) async throws -> EndingOrder {
    EndingOrder(order: OwnerOrder(order, try await core.names(of: order.terms.app)))
  }

  private static func failure(_ error: WalletError) -> OwnerFailure {
    switch error {
    case .unavailable, .timeout: OwnerFailure(.unavailable, "the wallet does not answer; try again later")
    case .syncing: OwnerFailure(.unavailable, "the wallet is behind the network; try again when it has caught up")
    case .locked: OwnerFailure(.lockedInWallet, "the wallet itself is locked; unlock it there first")
    case .coinsBusy:
      OwnerFailure(.conflict, "its coins cannot be spent otherwise before the next block; try again after that")
    case .amountTooSmall, .insufficientFunds:
      OwnerFailure(.conflict, "its coins are worth less than it would cost to send them back")
    default: OwnerFailure(.unavailable, "the wallet refuses, and nothing is known to be sent; look at the order again")
    }
  }

  private static func noWallet(_ payment: SignedPayment) -> String {
    let coins = (try? payment.backend.coins(of: payment.signedTransaction).map(\.rawValue)) ?? []
    return
      "a payment of this wallet that is signed cannot be ended from here. Send its coins in the wallet itself to an "
      + "address of the wallet; the order fails once that has \(payment.order.terms.conflictDepth) confirmations. payd keeps "
      + "them frozen, so stop payd first, and thaw one: \(coins.joined(separator: ", "))"
  }
}
