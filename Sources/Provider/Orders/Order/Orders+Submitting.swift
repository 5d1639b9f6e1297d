import JSON
import Ledger
package import PaymentsCore
import PaymentsModel
import WalletBackend

/// An order is taken in: the request is checked, the wallet is asked what it costs, and the order is stored.
extension Orders {
  /// Returns the order that a request makes, or has made before.
  ///
  /// Nothing is recorded where the wallet refuses at once, so that the same request can be repeated; from the moment it
  /// is recorded it is carried out or ends, whatever the app does.
  package func submit(
    _ request: OrderRequest
  ) async throws(OrderRequestRefusal) -> (order: OrderMachine, isReplayed: Bool) {
    // The recipient is known only once the wallet has told the form in which limits and orders name it.
    var (status, seesFunds): (BudgetStatus, Bool)
    switch try await lookUp(request, to: nil) {
    case .earlier(let order): return (order, true)
    case .new(let found, let sees): (status, seesFunds) = (found, sees)
    }
    if lock.isLocked { throw .locked }
    if sent.isStopped(request.currency) { throw .underReview }
    // An app that the owner refuses everything is answered before its wallet is asked.
    if status.limits.asking == .refuse { throw .denied }
    let admission = wallets[request.currency]?.admission
    do throws(WalletCallFailure) { try admission?.enter(request.requestID, of: request.app) } catch {
      throw .wallet(error)
    }
    defer { admission?.leave() }
    let (terms, wallet) = try await terms(of: request)
    if !status.limits.recipients.isEmpty || status.limits.asksForNewRecipients {
      switch try await lookUp(request, to: terms.address) {
      case .earlier(let order): return (order, true)
      case .new(let found, _): status = found
      }
    }
    // Limits are looked at before the wallet is asked, so that a refusal tells nothing of what the wallet holds.
    if let exceeded = BudgetRules.refusal(of: terms.amount, to: terms.address, status) { throw .exceeded(exceeded) }
    let quoted = try await quoted(terms, wallet, seesFunds: seesFunds, isBatching: status.limits.isBatching)
    return try await record(quoted, of: request, status: status, payingFrom: wallet)
  }

  /// What the ledger has of a request.
  private enum Known: Sendable {
    /// The same request was received before and made this order.
    case earlier(OrderMachine)
    /// The request is new; this is where the budget stands, and whether the app may know the wallet's balance.
    case new(BudgetStatus, seesFunds: Bool)
  }

  /// - Parameter address: The recipient in the wallet's canonical form; `nil` where only the rest is of interest.
  private func lookUp(_ request: OrderRequest, to address: String?) async throws(OrderRequestRefusal) -> Known {
    let now = environment.clock.now()
    let claim = request.claim("", at: now)
    let found: Result<Known, OrderRequestRefusal>
    do throws(LedgerError) {
      found = try await environment.ledger.read { [limits, environment] reader in
        switch try reader.lookUp(claim) {
        case .conflict: return .failure(.conflict)
        case .replay(let object):
          guard let order = try reader.order(OrderID(rawValue: object.id)), order.terms.app == request.app else {
            return .failure(.conflict)
          }
          return .success(.earlier(order))
        case .new:
          if try environment.isFull(request.app, reader) { return .failure(.full) }
          return .success(
            .new(
              try limits.status(of: request.app, request.currency, to: address, at: now, reader),
              seesFunds: try environment.seesFunds(request.app, reader)))
        }
      }
    } catch {
      throw .failed(error)
    }
    return try found.get()
  }

  private func terms(of request: OrderRequest) async throws(OrderRequestRefusal) -> (OrderTerms, CurrencyWallet) {
    let now = environment.clock.now()
    if let expiresAt = request.expiresAt, expiresAt <= now { throw .expired }
    // Strings with different bytes can compare as equal. Only a well-formed code names a currency.
    guard Currency.isCode(request.currency), let wallet = wallets[request.currency] else { throw .unknownCurrency }
    func amount(_ decimal: DecimalAmount, isFee: Bool) throws(OrderRequestRefusal) -> Amount {
      do { return try Amount(decimal, decimals: wallet.currency.decimals) } catch { throw .amount(error, isFee: isFee) }
    }
    let wanted = try amount(request.amount, isFee: false)
    guard wanted > .zero else { throw .notAboveZero }
    // More than there can ever be is no question for the owner.
    guard wanted <= wallet.backend.transferAmounts.upperBound else { throw .tooLarge }
    let maxFee: Amount? = if let fee = request.maxFee { try amount(fee, isFee: true) } else { nil }
    let address: String
    switch try await asking({
      try await wallet.ask(for: request.app) { try await wallet.backend.checkAddress(request.address) }
    })
    {
    case .valid(let canonical): address = canonical
    case .wrongNetwork: throw .wrongNetwork
    case .malformed: throw .invalidAddress
    }
    if let fixed = wallet.backend.fixedAmount(of: address), fixed != wanted { throw .otherAmount }
    let terms = OrderTerms(
      id: OrderID(rawValue: environment.newIdentifier("ord")), app: request.app, requestID: request.requestID,
      paramsDigest: request.paramsDigest, currency: request.currency, decimals: wallet.currency.decimals,
      address: address, amount: wanted, maxFee: maxFee, purpose: request.purpose,
      confirmationsWanted: wallet.currency.confirmations, createdAt: now,
      expiresAt: request.expiresAt ?? now.advanced(by: environment.approvalTime))
    return (terms, wallet)
  }

  /// Asks the wallet. What is asked throws ``WalletCallFailure`` only, and does not say so because of the compiler's fault
  /// with large values.
  private func asking<Answer>(_ ask: () async throws -> Answer) async throws(OrderRequestRefusal) -> Answer {
    do {
      return try await ask()
    } catch {
      throw .wallet(error as? WalletCallFailure ?? .wallet(.protocolViolation(code: nil)))
    }
  }

  /// An order whose fee is known, before the decision on it. A class because of the compiler's fault with large values.
  private final class Quoted: Sendable {
    let order: OrderMachine
    let isFunded: Bool
    /// The turn at choosing coins, which a payment without a question keeps until it is handed over.
    let turn: WalletTurn?

    init(order: OrderMachine, isFunded: Bool, turn: WalletTurn?) {
      self.order = order
      self.isFunded = isFunded
      self.turn = turn
    }
  }

  private func quoted(
    _ terms: OrderTerms, _ wallet: CurrencyWallet, seesFunds: Bool, isBatching: Bool
  ) async throws(OrderRequestRefusal) -> Quoted {
    var order = OrderMachine(terms: terms, schedule: environment.orderSchedule)
    // Before the wallet is asked, so that it makes no difference what the fee would be.
    if !seesFunds, terms.maxFee != nil, let wait = allowances.wait(.refusedFee, of: terms.app) {
      throw .feesRefusedTooOften(retryAfterMilliseconds: wait)
    }
    let (quote, turn) = try await asking {
      try await fee(of: terms, wallet, seesFunds: seesFunds, isBatching: isBatching)
    }
    _ = order.handle(.quoted(fee: quote.fee), at: environment.clock.now())
    // The wallet took longer to tell the fee than the app wants to wait.
    if order.state == .expired { throw .expired }
    if order.state == .failed {
      // Each refusal tells something of the wallet's coins: the owner can see that it was asked for.
      if !seesFunds, allowances.takeOrWait(.refusedFee, of: terms.app) == nil {
        await environment.audit(
          "order.fee_refused", app: terms.app, object: nil,
          [
            "currency": .string(terms.currency), "amount": .string(terms.decimalAmount.text),
            "fee": .string(quote.fee.decimal(decimals: terms.decimals).text),
          ])
      }
      throw .feeTooHigh
    }
    return Quoted(order: order, isFunded: quote.isFunded, turn: turn)
  }

  /// Returns the expected fee, and the turn at choosing coins unless the payment may leave with others: coins are not
  /// chosen for such a payment by itself.
  private func fee(
    of terms: OrderTerms, _ wallet: CurrencyWallet, seesFunds: Bool, isBatching: Bool
  ) async throws(WalletCallFailure) -> (FundedQuote, WalletTurn?) {
    let intent = PaymentIntent(address: terms.address, amount: terms.amount)
    let isBatched = isBatching && wallet.backend.mostRecipients > 1
    if isBatched, let quote = try await wallet.quoteFromMemory(intent, at: environment.clock.now()) {
      return (quote, nil)
    }
    let turn = try await wallet.choosing.turn(for: terms.app)
    // While this payment waited for its turn, another one may have been quoted.
    if isBatched, let quote = try await wallet.quoteFromMemory(intent, at: environment.clock.now()) {
      return (quote, nil)
    }
    let now = environment.clock.now()
    let quote = try await wallet.quote(intent, for: terms.app, seesFunds: seesFunds, at: now)
    return (quote, isBatched ? nil : turn)
  }

  /// Decides by the limits of the app, stores the order together with the claim of its request, and begins to carry it out.
  private func record(
    _ quoted: Quoted, of request: OrderRequest, status: BudgetStatus, payingFrom wallet: CurrencyWallet
  ) async throws(OrderRequestRefusal) -> (order: OrderMachine, isReplayed: Bool) {
    let terms = quoted.order.terms
    // A question that was put meanwhile is no reservation any more, and stays.
    defer { questions.giveBack(terms.id) }
    var status = status
    // What is asked for may have been paid, cancelled or refused in a ledger that was lost: no limit answers for the owner,
    // and nothing ends before the owner has looked.
    let isOfLostLedger = try await isOfLostLedger(request)
    // A look before, for speed: the unit that stores the order judges it by what the ledger has then.
    var mayBePaid = await SendWatch(wallet: wallet, orders: self).isCompared() && !sent.suspects(for: terms).isEmpty
    // The limits were read a moment ago: the owner may have changed them since, and others may have taken of the budget.
    for _ in 0..<Approver.mostAttempts {
      var order = quoted.order
      var (effects, isQuestion) = try Approver(orders: self).decide(&order, status, isFunded: quoted.isFunded)
      if isOfLostLedger || mayBePaid {
        (order, isQuestion) = (quoted.order, false)
        effects = order.handle(.held, at: environment.clock.now())
      }
      if isQuestion, let earlier = try await reserveQuestion(terms, request) { return (earlier, true) }
      switch await store.insert(order, request.claim(terms.id.rawValue, at: terms.createdAt)) {
      case .stored:
        let live = begin(order, wallet: wallet)
        publish(order, since: nil)
        live.begin(with: effects, isFunded: quoted.isFunded, order.state == .approved ? quoted.turn : nil)
        return (order, false)
      case .refused(let refusal):
        // The request is not claimed by a unit that was refused, so that the same order is stored next, held.
        if refusal == .doubtful { mayBePaid = true }
        fallthrough
      case .earlier:
        switch try await lookUp(request, to: terms.address) {
        case .earlier(let order): return (order, true)
        case .new(let now, _): status = now
        }
      case .failed(let error): throw .failed(error)
      }
    }
    throw .busy
  }

  private func isOfLostLedger(_ request: OrderRequest) async throws(OrderRequestRefusal) -> Bool {
    guard let signedAt = request.signedAt else { return false }
    do throws(LedgerError) {
      return try await environment.ledger.read { reader in try reader.wasRestored(since: signedAt) }
    } catch {
      throw .failed(error)
    }
  }

  /// Reserves a place for the question to the owner. If there is none, returns the order that another copy of the same
  /// request may have created in the meantime, and which may use that place.
  private func reserveQuestion(
    _ terms: OrderTerms, _ request: OrderRequest
  ) async throws(OrderRequestRefusal) -> OrderMachine? {
    do throws(QuestionQueue.Refusal) {
      try questions.reserve(terms)
      return nil
    } catch {
      guard case .earlier(let order) = try await lookUp(request, to: terms.address) else {
        throw .tooManyQuestions(error)
      }
      return order
    }
  }
}
