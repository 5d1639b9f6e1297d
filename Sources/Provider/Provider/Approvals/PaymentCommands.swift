import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// The owner's yes and no to payments.
struct PaymentCommands {
  let payments: Payments
  let pin: OwnerPIN
  let sessions: SessionDirectory

  private var core: ProviderCore { payments.core }

  /// What a yes to this order would be to, as it stands now. Whoever is answered has seen it from now on.
  ///
  /// - Returns: the question, with `risen` and the cap that was shown before where the fee may be more by now.
  func look(_ id: OrderID) async throws -> GetQuestion.Result {
    let process = try await asked(id)
    let changes = core.hub.changes(of: id.rawValue)
    // Once in a while the wallet is being asked just now.
    if process.read({ $0.progress.quote }) == nil { await ChangeHub.next(changes, atMost: .seconds(5)) }
    guard process.read({ $0.progress.quote }) != nil,
      let payment = await WaitingPayment(id, payments: payments, sessions: sessions, pin: pin)
    else {
      throw beingQuoted
    }
    let terms = payment.order.terms
    var answer = GetQuestion.Result(question: .payment(OwnerView.payment(payment)))
    let shown = process.shownFeeCap.note(payment.order)
    if let now = FeeCap.shown(for: payment.order), now > shown {
      answer.risen = true
      answer.shownFeeCap = terms.decimal(shown)
    }
    return answer
  }

  /// Says yes to this order, once: to these params, and a fee up to the cap that was shown, which `fee_cap` must name.
  func approve(_ id: OrderID, _ params: ApproveQuestion.Params) async throws -> OwnerDecision {
    let process = try await asked(id)
    let order = process.order
    let terms = order.terms
    let approver = Approver(orders: payments.orders)
    let seenCap = try FeeCap.seen(params.feeCap, decimals: terms.decimals)
    if let obstacle = await approver.obstacle(to: process, seenCap: seenCap) { throw failure(obstacle, process) }
    var permission: StandingPermission?
    if let always = params.always { permission = try StandingPermission(always, for: order) }
    let most = max(order.mostToPay, permission?.amount ?? .zero)
    let hasPIN = try await pin.require(params.pin, for: most, terms.currency, decimals: terms.decimals)
    let yes = Approver.OwnerApproval(seenCap: seenCap, hasPIN: hasPIN, via: AuditOrigin.current)
    let change = try await permission?.change(of: terms.app, payments.orders.limits)
    let outcome = await approver.approve(process, yes, setting: change)
    guard case .approved = outcome else { throw failure(outcome, process) }
    var decision = try await view(process.order)
    decision.always = permission?.words(asksForNew: change?.after?.asksForNewRecipients == true)
    return decision
  }

  /// The order, where its question can be answered now.
  private func asked(_ id: OrderID) async throws -> LiveOrder {
    let process = try await waiting(id)
    guard !payments.orders.lock.isLocked else {
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is paid until you unlock it")
    }
    let code = process.read(\.terms.currency)
    guard !payments.orders.sent.isStopped(code) else {
      throw OwnerFailure(
        .payingStopped, "paying \(code) is stopped: the wallet sent what the ledger does not know",
        .init(currency: code))
    }
    return process
  }

  private var beingQuoted: OwnerFailure {
    OwnerFailure(.feeUnknown, "the fee is being asked for again")
  }

  /// Why a yes had no effect, in the owner's words.
  private func failure(_ outcome: Approver.Outcome, _ process: LiveOrder) -> OwnerFailure {
    let terms = process.read(\.terms)
    switch outcome {
    case .feeUnknown: return beingQuoted
    case .feeRisen(let cap):
      return OwnerFailure(
        .feeRisen, "the fee has risen: it may be \(cap.text(decimals: terms.decimals)) \(terms.currency) now",
        .init(feeCap: terms.decimal(cap), currency: terms.currency))
    case .insufficientFunds:
      return OwnerFailure(
        .insufficientFunds,
        "the wallet has not enough for this payment; it still waits, and can be approved when there is more")
    case .refused(.notAsked), .approved: return ended(process.order)
    case .refused(.staleQuote): return OwnerFailure(.feeOutdated, "the fee that was shown is out of date")
    case .refused(.otherParams): return OwnerFailure(.otherParams, "it is not the payment that was shown")
    case .refused(.lapsed): return OwnerFailure(.conflict, "its time is over")
    case .notAllowed(.exceeded(let exceeded)):
      return OwnerFailure(
        .overLimit, exceeded.words(decimals: terms.decimals, currency: terms.currency),
        .init(
          currency: terms.currency, limit: exceeded.limit.rawValue, left: terms.decimal(exceeded.left),
          until: exceeded.resetsAt))
    case .notAllowed(.needsPIN): return OwnerPIN.missing
    case .notAllowed(.limitsChanged): return LimitsChange.conflict
    case .notAllowed, .notStored: return notStored
    }
  }

  /// Says no to this order; also to one that waits behind others.
  ///
  /// - Parameter always: whether no payment of the app in this currency is made any more; those that wait are refused
  ///   with this one.
  func deny(_ id: OrderID, always: Bool) async throws -> OwnerDecision {
    let process = try await waiting(id)
    guard always else { return try await deny(process) }
    let terms = process.read(\.terms)
    let before = try await payments.orders.limits.limits(of: terms.app, terms.currency)
    var limits = before
    limits.asking = .refuse
    try await payments.orders.limits.set(LimitsChange(before: before, after: limits), of: terms.app, terms.currency)
    var decision = try await deny(process)
    for other in payments.orders.live
    where other.read({
      $0.state == .awaitingApproval && $0.terms.app == terms.app && $0.terms.currency == terms.currency
    }) {
      other.post(.denied)
    }
    decision.always = "all its payments in \(terms.currency) are refused"
    return decision
  }

  private func deny(_ process: LiveOrder) async throws -> OwnerDecision {
    guard let after = await payments.orders.deny(process) else { throw notStored }
    guard after.state == .rejected else { throw ended(after) }
    return try await view(after)
  }

  private func view(_ order: OrderMachine) async throws -> OwnerDecision {
    OwnerDecision(order: OwnerOrder(order, try await core.names(of: order.terms.app)))
  }

  private var notStored: OwnerFailure {
    OwnerFailure(.internalError, "the decision could not be stored; is the disk full?")
  }

  /// The order, if it waits for an answer; otherwise what became of it, in words.
  private func waiting(_ id: OrderID) async throws -> LiveOrder {
    if let process = payments.orders.live(id) {
      guard process.isTakenUp else {
        throw OwnerFailure(
          .notCompared,
          "the wallet has not told yet what it sent before the provider was started; try again once it is ready")
      }
      guard process.read(\.progress.waitingFor) != .review else {
        throw OwnerFailure(.maybePaid, "this payment may be made already")
      }
      guard process.read(\.state) == .awaitingApproval else { throw ended(process.order) }
      return process
    }
    let order = try await core.ledger.read { reader in try reader.order(id) }
    guard let order else { throw OwnerFailure(.questionNotFound, "nothing waits under this id") }
    throw ended(order)
  }

  private func ended(_ order: OrderMachine) -> OwnerFailure {
    let what =
      switch order.state {
      case .received, .awaitingApproval: "this payment is not ready for an answer yet"
      case .approved: "this payment was approved already"
      case .submitting, .inFlight: "this payment was approved already, and is being paid"
      case .succeeded: "this payment was approved already, and is paid"
      case .rejected: "this payment was denied already"
      case .expired: "this payment has expired: nobody answered in time"
      case .cancelled: "this payment was cancelled"
      case .failed: "this payment has failed"
      }
    let isEarly = order.state == .received || order.state == .awaitingApproval
    return OwnerFailure(isEarly ? .notReady : .decided, what, .init(state: order.state))
  }
}

extension BudgetExceeded {
  /// Returns why an approval of the owner was refused, as text for the owner.
  func words(decimals: Int, currency: String) -> String {
    let rest = "\(left.text(decimals: decimals)) \(currency)"
    // The owner's programs recognise whole sentences.
    return switch (limit, resetsAt?.text) {
    case (.perPayment, _): "the limit of one payment of this app is \(rest), fee included. The payment still waits"
    case (.perPeriod, let until?):
      "the limit of this app leaves \(rest) until \(until), fee included. The payment still waits"
    case (.perPeriod, nil): "the limit of this app leaves \(rest), fee included. The payment still waits"
    case (.count, let until?):
      "the limit of this app allows no further payment until \(until), fee included. The payment still waits"
    case (.count, nil): "the limit of this app allows no further payment, fee included. The payment still waits"
    case (.recipient, let until?):
      "the limit of this app for this recipient leaves \(rest) until \(until), fee included. The payment still waits"
    case (.recipient, nil):
      "the limit of this app for this recipient leaves \(rest), fee included. The payment still waits"
    }
  }
}

extension FeeCap {
  /// Returns the largest fee that the approving person was shown. An approval without it is refused.
  fileprivate static func seen(_ text: String?, decimals: Int) throws(OwnerFailure) -> Amount {
    guard let text else {
      throw OwnerFailure(.usage, "fee_cap is missing: a yes to a payment names the largest fee that was shown")
    }
    guard let decimal = try? DecimalAmount(text), let cap = try? Amount(decimal, decimals: decimals) else {
      throw OwnerFailure(.usage, "the largest fee must be an amount such as 0.001, with at most \(decimals) decimals")
    }
    return cap
  }
}
