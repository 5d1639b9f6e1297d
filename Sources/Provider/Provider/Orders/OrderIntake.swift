import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Handles a request to pay: it checks the request and stores the order in the ledger.
struct OrderIntake {
  let request: AppRequest
  let params: SubmitPaymentOrder.Params
  let payments: Payments
  /// When the app signed the document that asks for it, if one does.
  let signedAt: Timestamp?

  private var core: ProviderCore { payments.core }

  private var app: AppKey { request.app }

  /// `payment_order`: answers the order in its present state.
  ///
  /// Nothing is recorded where the wallet refuses at once, so that the same request can be repeated; from the moment it
  /// is recorded it is carried out or ends, whatever the app does.
  static func submit(
    _ session: AppSession, _ params: SubmitPaymentOrder.Params, _ payments: Payments
  ) async throws -> SubmitPaymentOrder.Result {
    let request = try AppRequest(session.app, params.requestID, method: SubmitPaymentOrder.name, params: params)
    await payments.requestGate.enter(request)
    defer { payments.requestGate.leave(request) }
    return try await OrderIntake(
      request: request, params: params, payments: payments, signedAt: session.signedAt
    ).take()
  }

  func take() async throws -> SubmitPaymentOrder.Result {
    // The recipient is known only once the wallet has told the form in which limits and orders name it.
    var status: BudgetStatus
    switch try await lookAround(to: nil) {
    case .earlier(let id): return try await earlier(id)
    case .new(let found): status = found
    case .conflict, .full: throw PaymentsFailure(.internalError)
    }
    if payments.walletLock.isLocked { throw PaymentsFailure(.walletLocked, wallet: .ownerLocked) }
    if payments.sent.isStopped(params.currency) { throw PaymentsFailure(.underReview, wallet: .review) }
    // An app that the owner refuses everything is answered before its wallet is asked.
    if status.limits.asking == .refuse { throw PaymentsFailure(.policyDenied) }
    let terms = try await checkedTerms()
    let wallet = try payments.wallets.wallet(params.currency)
    if !status.limits.recipients.isEmpty {
      guard case .new(let found) = try await lookAround(to: terms.address) else { return try await take() }
      status = found
    }
    var order = OrderMachine(terms: terms, schedule: core.times.orderSchedule)
    _ = order.handle(.created, at: core.clock.now())
    // Limits are looked at before the wallet is asked, so that a refusal tells nothing of what the wallet holds.
    if let exceeded = BudgetRules.refusal(of: terms.amount, to: terms.address, status) {
      throw PaymentsFailure.exceeded(exceeded, wallet)
    }
    let seesFunds = try await core.seesFunds(app)
    // Before the wallet is asked, so that it makes no difference what the fee would be.
    if !seesFunds, terms.maxFee != nil, let wait = payments.allowances.wait(.refusedFee, app) {
      throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait)
    }
    let (quote, turn) = try await quote(terms, wallet, isBatching: status.limits.isBatching)
    let effects = order.handle(.quoted(fee: quote.fee), at: core.clock.now())
    // The wallet took longer to tell the fee than the app wants to wait.
    if order.state == .expired { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    if order.state == .failed {
      // Each refusal tells something of the wallet's coins: the owner can see that it was asked for.
      if !seesFunds, payments.allowances.takeOrWait(.refusedFee, app) == nil {
        let (amount, fee) = (terms.decimalAmount.text, quote.fee.decimal(decimals: terms.decimals).text)
        await core.audit(
          "order.fee_refused", app: app, object: nil,
          ["currency": .string(terms.currency), "amount": .string(amount), "fee": .string(fee)])
      }
      throw PaymentsFailure(.feeTooHigh, pointer: "/max_fee")
    }
    return try await decide(Quoted(order: order, effects: effects, quote: quote, turn: turn), status, wallet)
  }

  /// An order whose fee is known, before the decision on it.
  private struct Quoted {
    var order: OrderMachine
    var effects: [OrderEffect]
    let quote: FundedQuote
    /// The turn at choosing coins, which a payment without a question keeps until it is handed over.
    let turn: WalletTurn?

    var total: Amount { order.total ?? order.terms.amount }
  }

  /// Decides by the limits of the app, and stores the order accordingly.
  private func decide(
    _ quoted: Quoted, _ status: BudgetStatus, _ wallet: CurrencyWallet
  ) async throws -> SubmitPaymentOrder.Result {
    var decision = BudgetRules.decide(quoted.total, to: quoted.order.terms.address, status)
    let isOfLostLedger = try await isOfLostLedger()
    // A question that was put meanwhile is no reservation any more, and stays.
    defer { payments.prompts.giveBack(quoted.order.terms.id) }
    // The limits were read a moment ago: the owner may have changed them since, and others may have taken of the budget.
    for _ in 0..<4 {
      var made = quoted
      switch decision {
      case .denied: throw PaymentsFailure(.policyDenied)
      case .exceeded(let exceeded): throw PaymentsFailure.exceeded(exceeded, wallet)
      case .ask where isOfLostLedger, .noQuestion where isOfLostLedger:
        made.effects = made.order.handle(.held, at: core.clock.now())
      // A payment that exceeds the wallet's funds is left to the owner's decision, like every other one that needs an
      // approval.
      case .ask:
        if let earlier = try await reserveQuestion(made.order.terms) { return earlier }
      case .noQuestion where !quoted.quote.isFunded:
        if let earlier = try await reserveQuestion(made.order.terms) { return earlier }
      case .noQuestion(let most):
        let now = core.clock.now()
        guard let approval = OrderApproval.standing(for: made.order, within: most, at: now) else {
          throw PaymentsFailure(.internalError)
        }
        made.effects = made.order.handle(.approved(approval), at: now)
        guard made.order.state == .approved else { throw PaymentsFailure(.expired, pointer: "/expires_at") }
      }
      switch try await record(made, wallet) {
      case .recorded(let result): return result
      case .notAllowed:
        switch try await lookAround(to: quoted.order.terms.address) {
        case .earlier(let id): return try await earlier(id)
        case .new(let now): decision = BudgetRules.decide(quoted.total, to: quoted.order.terms.address, now)
        case .conflict, .full: throw PaymentsFailure(.internalError)
        }
      }
    }
    throw PaymentsFailure(.rateLimited)
  }

  /// Whether a document asks that came with a backup: what it asks for may have been paid, cancelled or refused in the
  /// ledger that was lost, and no limit answers for the owner.
  private func isOfLostLedger() async throws -> Bool {
    guard let signedAt else { return false }
    return try await core.ledger.read { reader in
      try RestoredLedger.wasAsked(signedAt, beforeRestorationOf: reader)
    }
  }

  /// Reserves a place for the question to the owner. If there is none, returns the order that another copy of the same
  /// request may have created in the meantime, and which may use that place.
  private func reserveQuestion(_ terms: OrderTerms) async throws -> SubmitPaymentOrder.Result? {
    do {
      try payments.prompts.reserve(terms)
      return nil
    } catch {
      guard case .earlier(let id) = try await lookAround(to: terms.address) else { throw error }
      return try await earlier(id)
    }
  }

  /// The stored data that the decision on a request depends on.
  private enum Surroundings: Sendable {
    /// The same request was received before and created this order.
    case earlier(OrderID)
    /// The request is new, and this is where the budget stands.
    case new(BudgetStatus)
    /// A request of this key was made with other params.
    case conflict
    /// The app's records have reached this limit of its quota.
    case full(AppQuotas.Limit)
  }

  /// - Parameter address: the recipient in the wallet's canonical form; `nil` where only the rest is of interest.
  private func lookAround(to address: String?) async throws -> Surroundings {
    let claim = request.claim(making: "", "", at: core.clock.now())
    let (app, currency) = (app, params.currency)
    let (grants, quotas, now) = (payments.grants, payments.quotas, core.clock.now())
    let found = try await core.ledger.read { reader -> Surroundings in
      switch try reader.lookUp(claim) {
      case .conflict: return .conflict
      case .replay(let object): return .earlier(OrderID(rawValue: object.id))
      case .new:
        if let limit = try quotas.checkBytes(of: app, reader) { return .full(limit) }
        return .new(try grants.status(of: app, currency, to: address, at: now, reader))
      }
    }
    switch found {
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .full(let limit): throw PaymentsFailure(.quotaExceeded, rule: limit.rawValue)
    case .earlier, .new: return found
    }
  }

  /// Returns the order that the same request created before.
  private func earlier(_ id: OrderID) async throws -> SubmitPaymentOrder.Result {
    guard let order = try await core.order(id, of: app) else { throw PaymentsFailure(.internalError) }
    return .init(paymentOrder: .init(order), replayed: true)
  }

  private func checkedTerms() async throws -> OrderTerms {
    let now = core.clock.now()
    if let expiresAt = params.expiresAt, expiresAt <= now { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    let wallet = try payments.wallets.wallet(params.currency)
    let amount = try wallet.amount(params.amount, pointer: "/amount")
    guard amount > .zero else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "greater than zero")
    }
    // More than there can ever be is no question for the owner.
    guard amount <= wallet.backend.transferAmounts.upperBound else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "too large")
    }
    let maxFee: Amount? =
      if let fee = params.maxFee { try wallet.amount(fee, pointer: "/max_fee") } else { nil }
    let address = try await canonicalAddress(wallet)
    return OrderTerms(
      id: OrderID(rawValue: core.newIdentifier("ord")), app: app, requestID: params.requestID,
      paramsDigest: request.paramsDigest, currency: params.currency, decimals: wallet.currency.decimals,
      address: address,
      amount: amount, maxFee: maxFee, purpose: PaymentPurpose(description: params.description),
      confirmationsWanted: wallet.currency.confirmations,
      createdAt: now, expiresAt: params.expiresAt ?? now.advanced(by: core.times.approval))
  }

  private func canonicalAddress(_ wallet: CurrencyWallet) async throws -> String {
    try await wallet.turns.begin(.order, for: app)
    defer { wallet.turns.end() }
    let check: AddressCheck
    do throws(WalletError) {
      check = try await wallet.backend.checkAddress(params.address)
    } catch {
      throw wallet.failure(error)
    }
    switch check {
    case .valid(let canonical): return canonical
    case .wrongNetwork: throw PaymentsFailure(.wrongNetwork, pointer: "/address")
    case .malformed: throw PaymentsFailure(.invalidAddress, pointer: "/address")
    }
  }

  /// Returns the expected fee, and the turn at choosing coins unless the payment may leave with others: coins are not
  /// chosen for such a payment by itself.
  private func quote(
    _ terms: OrderTerms, _ wallet: CurrencyWallet, isBatching: Bool
  ) async throws -> (FundedQuote, WalletTurn?) {
    let intent = PaymentIntent(address: terms.address, amount: terms.amount)
    let isBatched = isBatching && wallet.backend.mostRecipients > 1
    if isBatched, let quote = try await wallet.quoteFromMemory(intent, at: core.clock.now()) { return (quote, nil) }
    let turn = try await wallet.choosing.turn(for: app)
    // While this payment waited for its turn, another one may have been quoted.
    if isBatched, let quote = try await wallet.quoteFromMemory(intent, at: core.clock.now()) { return (quote, nil) }
    let quote = try await quote(terms, wallet)
    return (quote, isBatched ? nil : turn)
  }

  private func quote(_ terms: OrderTerms, _ wallet: CurrencyWallet) async throws -> FundedQuote {
    guard try await core.seesFunds(app) else {
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      return try await wallet.quoteWhateverTheFunds(intent, for: app, at: core.clock.now())
    }
    try await wallet.turns.begin(.order, for: app)
    defer { wallet.turns.end() }
    do throws(WalletError) {
      let quote = try await wallet.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount))
      wallet.noteFee(quote.fee, at: core.clock.now())
      return FundedQuote(fee: quote.fee, isFunded: true)
    } catch {
      throw wallet.failure(error)
    }
  }

  /// The result of storing an order.
  private enum Recording {
    case recorded(SubmitPaymentOrder.Result)
    /// It may not be stored by now.
    case notAllowed
  }

  /// Stores the order together with the claim of its request, and carries it out.
  private func record(_ made: Quoted, _ wallet: CurrencyWallet) async throws -> Recording {
    let order = made.order
    let claim = request.claim(making: "order", order.terms.id.rawValue, at: order.terms.createdAt)
    switch await payments.store.commit([try OrderChange(new: order)], claim: claim) {
    case .stored: break
    case .refused, .earlier: return .notAllowed
    case .failed(let error): throw error
    }
    core.note(order)
    let process = payments.orders.start(order, wallet: wallet, payments: payments)
    core.hub.changed([order.terms.id.rawValue], of: app)
    process.noteFunds(made.quote.isFunded)
    if order.state == .approved { process.keep(made.turn) }
    process.carryOut(made.effects)
    return .recorded(.init(paymentOrder: .init(order), replayed: false))
  }
}
