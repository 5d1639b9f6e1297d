import Ledger
import Orders
import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import MockWallet
@testable import Provider

/// The actions of apps and the owner.
extension ModelWorld {
  func submit(_ random: inout SeededRandom) async throws {
    guard let app = random.pick(Self.apps), let currency = random.pick(network.currencies),
      let id = PaymentRequestID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    else { return }
    counter += 1
    let amount = UInt128.random(in: 100_000...950_000, using: &random)
    let maxFee = random.percent(50) ? UInt128.random(in: 400...2_000, using: &random) : nil
    requests.append(
      ModelRequest(
        app: app, id: id, address: MockAddress.example(currency: currency, number: counter),
        amount: Amount(atomicUnits: amount), maxFee: maxFee.map(Amount.init(atomicUnits:)),
        expiresAt: clock.now().advanced(by: .seconds(Int.random(in: 1...900, using: &random)))))
    try await send(requests.count - 1, currency)
  }

  func repeatRequest(_ random: inout SeededRandom) async throws {
    guard let index = requests.indices.randomElement(using: &random) else { return }
    let currency = network.currencies.first {
      if case .valid = MockAddress.check(requests[index].address, currency: $0) { true } else { false }
    }
    if let currency { try await send(index, currency) }
  }

  /// Sends a request, and handles it like ``OrderIntake``.
  private func send(_ index: Int, _ currency: String) async throws {
    let request = requests[index]
    let terms = OrderTerms(
      id: OrderID(rawValue: "ord_\(index)_\(transcript.count)"), app: request.app, requestID: request.id,
      paramsDigest: "digest of \(index)", currency: currency, decimals: 8, address: request.address,
      amount: request.amount, maxFee: request.maxFee, purpose: PaymentPurpose(),
      confirmationsWanted: wallets.existingWallet(currency)?.currency.confirmations ?? 1, createdAt: clock.now(),
      expiresAt: request.expiresAt)
    let claim = RequestClaim(
      app: request.app, requestID: request.id, method: "payment_order", paramsDigest: terms.paramsDigest,
      object: RequestObject(kind: "order", id: terms.id.rawValue), at: clock.now())
    let earlier = try await ledger.read { reader in try reader.lookUp(claim) }
    if case .replay(let object) = earlier {
      guard request.acknowledged == nil || request.acknowledged?.rawValue == object.id else {
        throw ModelFailure("request \(index) was answered with another order")
      }
      requests[index].acknowledged = OrderID(rawValue: object.id)
      return
    }
    guard request.acknowledged == nil else { throw ModelFailure("request \(index) was forgotten") }
    guard !isLocked, !isDiskFull, terms.expiresAt.map({ $0 > clock.now() }) ?? true else { return }
    var order = OrderMachine(terms: terms, schedule: Self.schedule)
    _ = order.handle(.created, at: clock.now())
    let fee: Amount
    do throws(WalletError) {
      guard let wallet = wallets.existingWallet(currency) else { return }
      fee = try await wallet.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount)).fee
    } catch {
      return
    }
    try await decide(index, &order, fee, claim)
  }

  private func decide(_ index: Int, _ order: inout OrderMachine, _ fee: Amount, _ claim: RequestClaim) async throws {
    let (terms, now) = (order.terms, clock.now())
    var effects = order.handle(.quoted(fee: fee), at: now)
    guard order.state == .awaitingApproval, let quote = order.progress.quote else { return }
    switch BudgetRules.decide(order.total ?? terms.amount, to: terms.address, try await status(terms)) {
    case .denied, .exceeded:
      statistics.exceeded += 1
      return
    case .ask: break
    case .noQuestion(let most):
      guard let cap = FeeCap.standing(for: fee, of: terms.amount, within: most) else {
        throw ModelFailure("\(name(order)) fits, but not with its fee")
      }
      effects = order.handle(
        .approved(
          OrderApproval(
            kind: .standing, at: now, quote: quote, feeCap: cap, expiresAt: terms.expiresAt,
            paramsDigest: terms.paramsDigest)), at: now)
    }
    switch await orders.store.insert(order, claim) {
    case .stored: break
    case .refused(.exceeded): return
    case .refused, .earlier, .failed: throw ModelFailure("\(name(order)) is not stored")
    }
    note("request \(index): \(name(order)) \(terms.currency) \(terms.amount.atomicUnits) \(order.state.rawValue)")
    facts[terms.id] = ModelFact(request: index, version: order.version)
    try acknowledge(order, nil)
    requests[index].acknowledged = terms.id
    let process = ModelOrder(order)
    live.append(process)
    for effect in effects { perform(effect, process) }
  }

  func status(_ terms: OrderTerms) async throws -> BudgetStatus {
    let (grants, now) = (grants, clock.now())
    return try await ledger.read { reader in
      try grants.status(of: terms.app, terms.currency, to: terms.address, at: now, reader)
    }
  }

  func cancel(_ random: inout SeededRandom) async throws {
    guard let live = random.pick(live) else { return }
    try await take(.cancelRequested, live)
  }

  /// The owner approves a quote that is on the screen, or one that was there some time ago.
  func approve(_ random: inout SeededRandom) async throws {
    guard !isLocked, let live = random.pick(live.filter { !$0.quotesShown.isEmpty }) else { return }
    let shown = random.percent(60) ? live.quotesShown.last : random.pick(live.quotesShown)
    guard let quote = shown else { return }
    try await approve(live, quote)
  }

  func approve(_ live: ModelOrder, _ quote: OrderQuote) async throws {
    let terms = live.order.terms
    let most = BudgetRules.mostApprovable(to: terms.address, try await status(terms))
    guard let cap = FeeCap.standing(for: quote.fee, of: terms.amount, within: most) else {
      statistics.exceeded += 1
      return
    }
    let approval = OrderApproval(
      kind: .owner, at: clock.now(), quote: quote, feeCap: cap, expiresAt: terms.expiresAt,
      paramsDigest: terms.paramsDigest)
    let (wasWaiting, present) = (live.order.state == .awaitingApproval, live.order.progress.quote)
    try await take(.approved(approval), live)
    if wasWaiting, live.order.state == .approved {
      guard quote == present, clock.now().since(quote.at) < Self.schedule.quoteLifetime else {
        throw ModelFailure("\(name(live.order)) was approved at a quote that is out of date")
      }
    }
  }

  func deny(_ random: inout SeededRandom) async throws {
    guard let live = random.pick(live.filter(\.isAsked)) else { return }
    try await take(.denied, live)
  }

  func unlock() async throws {
    isLocked = false
    for order in live { try await take(.unlocked, order) }
  }

  func tick() async throws {
    for order in live {
      if let deadline = order.order.nextDeadline, deadline <= clock.now() { try await take(.tick, order) }
    }
  }
}
