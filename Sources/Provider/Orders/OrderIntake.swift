import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// A request to pay, on its way from the app to the ledger.
struct OrderIntake {
  let request: AppRequest
  let params: SubmitPaymentOrder.Params
  let context: ProviderContext

  private var app: AppKey { request.app }

  /// Answers the order in its present state. Nothing is recorded where the wallet refuses at once, so that the same
  /// request can be repeated; from the moment it is recorded it is carried out or ends, whatever the app does.
  func submit() async throws(PaymentsFailure) -> SubmitPaymentOrder.Result {
    let standing: BudgetStanding
    switch try await lookAround() {
    case .earlier(let id): return try await earlier(id)
    case .new(let found): standing = found
    }
    if context.walletLock.isLocked { throw PaymentsFailure(.walletLocked) }
    // It costs the wallet nothing to be refused.
    if standing.limits.asking == .refuse { throw PaymentsFailure(.policyDenied) }
    let terms = try await checkedTerms()
    let desk = try context.wallets.desk(params.currency)
    var order = PaymentsCore.PaymentOrder(terms: terms, schedule: context.configuration.times.orderSchedule)
    _ = order.handle(.created, at: context.clock.now())
    let fee = try await quote(terms, desk)
    let effects = order.handle(.quoted(fee: fee), at: context.clock.now())
    if order.state == .failed { throw PaymentsFailure(.feeTooHigh, pointer: "/max_fee") }
    return try await decide(Quoted(order: order, effects: effects, fee: fee), standing, desk)
  }

  /// An order whose cost is known, before anything is decided.
  private struct Quoted {
    let order: PaymentsCore.PaymentOrder
    let effects: [OrderEffect]
    let fee: Amount

    var total: Amount { order.total ?? order.terms.amount }
  }

  /// Has the limits of the app decide, and stores what comes of it.
  private func decide(
    _ quoted: Quoted, _ standing: BudgetStanding, _ desk: WalletDesk
  ) async throws(PaymentsFailure) -> SubmitPaymentOrder.Result {
    var decision = BudgetRules.decide(quoted.total, to: quoted.order.terms.address, standing)
    // What was put meanwhile is no reservation any more.
    defer { context.prompts.giveBack(quoted.order.terms.id) }
    // The look was a moment ago: where others took of the budget since, the rest may still be enough.
    for _ in 0..<4 {
      var order = quoted.order
      var effects = quoted.effects
      switch decision {
      case .denied: throw PaymentsFailure(.policyDenied)
      case .exceeded(let exceeded): throw .exceeded(exceeded, desk)
      case .ask:
        try context.prompts.reserve(order.terms)
      case .noQuestion(let most):
        guard let quote = order.progress.quote,
          let feeCap = GrantDesk.feeCap(for: quoted.fee, of: order.terms.amount, atMost: most)
        else { throw PaymentsFailure(.internalError) }
        let now = context.clock.now()
        effects = order.handle(
          .approved(
            OrderApproval(
              kind: .standing, at: now, quote: quote, feeCap: feeCap, expiresAt: order.terms.expiresAt,
              paramsDigest: request.paramsDigest)), at: now)
      }
      switch try await record(order, effects, desk) {
      case .recorded(let result): return result
      case .exceeded(let exceeded):
        let fits = quoted.total <= exceeded.left && exceeded.limit != .count
        decision = fits ? .noQuestion(atMost: exceeded.left) : .exceeded(exceeded)
      }
    }
    throw PaymentsFailure(.rateLimited)
  }

  /// What is known when the request comes in.
  private enum Surroundings: Sendable {
    /// The same request made this order before.
    case earlier(OrderID)
    /// It is new, and this is where the budget stands.
    case new(BudgetStanding)
  }

  private func lookAround() async throws(PaymentsFailure) -> Surroundings {
    let claim = request.claim(making: "", "", at: context.clock.now())
    let (app, currency, address) = (app, params.currency, params.address)
    let (grants, now) = (context.grants, context.clock.now())
    let found = try await context.read { reader throws(LedgerError) -> Surroundings? in
      switch try reader.lookUp(claim) {
      case .conflict: return nil
      case .replay(let object): return .earlier(OrderID(rawValue: object.id))
      case .new: return .new(try grants.standing(of: app, currency, to: address, at: now, reader))
      }
    }
    guard let found else { throw PaymentsFailure(.requestConflict, pointer: "/request_id") }
    return found
  }

  /// The order that the same request made before.
  private func earlier(_ id: OrderID) async throws(PaymentsFailure) -> SubmitPaymentOrder.Result {
    guard let order = try await context.order(id, of: app) else { throw PaymentsFailure(.internalError) }
    return .init(paymentOrder: .init(order), replayed: true)
  }

  private func checkedTerms() async throws(PaymentsFailure) -> OrderTerms {
    let now = context.clock.now()
    if let expiresAt = params.expiresAt, expiresAt <= now { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    try TextRules.description(params.description)
    let desk = try context.wallets.desk(params.currency)
    let amount = try desk.amount(params.amount, pointer: "/amount")
    guard amount > .zero else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "greater than zero")
    }
    let maxFee: Amount? =
      if let fee = params.maxFee { try desk.amount(fee, pointer: "/max_fee") } else { nil }
    let address = try await canonicalAddress(desk)
    return OrderTerms(
      id: OrderID(rawValue: context.newIdentifier("ord")), app: app, requestID: params.requestID,
      paramsDigest: request.paramsDigest, currency: params.currency, decimals: desk.currency.decimals, address: address,
      amount: amount, maxFee: maxFee, memo: params.description, confirmationsWanted: desk.currency.confirmations,
      createdAt: now, expiresAt: params.expiresAt ?? now.advanced(by: context.configuration.times.approval))
  }

  private func canonicalAddress(_ desk: WalletDesk) async throws(PaymentsFailure) -> String {
    let check: AddressCheck
    do throws(WalletError) {
      check = try await desk.backend.checkAddress(params.address)
    } catch {
      throw PaymentsFailure.wallet(error)
    }
    switch check {
    case .valid(let canonical): return canonical
    case .wrongNetwork: throw PaymentsFailure(.wrongNetwork, pointer: "/address")
    case .malformed: throw PaymentsFailure(.invalidAddress, pointer: "/address")
    }
  }

  private func quote(_ terms: OrderTerms, _ desk: WalletDesk) async throws(PaymentsFailure) -> Amount {
    do throws(WalletError) {
      return try await desk.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount)).fee
    } catch {
      throw PaymentsFailure.wallet(error)
    }
  }

  /// What came of an attempt to store an order.
  private enum Recording {
    case recorded(SubmitPaymentOrder.Result)
    /// It does not fit into the budget any more; nothing is stored.
    case exceeded(BudgetExceeded)
  }

  /// Claims the request, books what the order takes of the budget and stores it, in one transaction; then carries it
  /// out.
  private func record(
    _ order: PaymentsCore.PaymentOrder, _ effects: [OrderEffect], _ desk: WalletDesk
  ) async throws(PaymentsFailure) -> Recording {
    let exceeded: BudgetExceeded?
    do throws(LedgerError) {
      let event = try NewEvent(order)
      let audit = OrderAudit.received(order)
      let claim = request.claim(making: "order", order.terms.id.rawValue, at: order.terms.createdAt)
      let grants = context.grants
      exceeded = try await context.ledger.write { transaction throws(LedgerError) -> BudgetExceeded? in
        if let exceeded = try grants.book(order, before: nil, in: transaction) {
          // What took the budget may have been this very request.
          guard try transaction.lookUp(claim) == .new else { throw .abandoned }
          return exceeded
        }
        guard try transaction.claimRequest(claim) == .new else { throw .abandoned }
        try transaction.insertOrder(order)
        try transaction.appendEvent(event)
        try transaction.appendAudit(audit)
        return nil
      }
    } catch {
      guard error == .abandoned else { throw context.ledgerFailure(error) }
      // Two copies of the request came at once; the other one won.
      guard case .earlier(let id) = try await lookAround() else { throw PaymentsFailure(.internalError) }
      return .recorded(try await earlier(id))
    }
    if let exceeded { return .exceeded(exceeded) }
    let process = context.orders.start(order, desk: desk, context: context)
    context.hub.changed([order.terms.id.rawValue], of: app)
    process.carryOut(effects)
    return .recorded(.init(paymentOrder: .init(order), replayed: false))
  }
}

/// What texts of an app may be.
enum TextRules {
  static func description(_ text: String?) throws(PaymentsFailure) {
    guard (text?.count ?? 0) <= 1000 else {
      throw PaymentsFailure(.invalidParams, pointer: "/description", rule: "at most 1000 characters")
    }
  }

  static func label(_ text: String?) throws(PaymentsFailure) {
    guard (text?.count ?? 0) <= 200 else {
      throw PaymentsFailure(.invalidParams, pointer: "/label", rule: "at most 200 characters")
    }
  }
}
