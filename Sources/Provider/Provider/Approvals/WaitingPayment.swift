import Ledger
import PaymentsCore
import PaymentsModel
import Transport

/// A payment that waits for the owner, with all that is known to judge it by.
struct WaitingPayment: Sendable {
  let order: OrderMachine
  /// What the app calls itself.
  let claimedName: String
  /// What the owner calls it.
  let ownerName: String?
  /// The program that holds the app's present connection, as advice.
  let process: PeerDescription.Process?
  /// What was paid to the address before.
  let history: AddressHistory
  /// Where the app's budget stands before this payment.
  let budget: BudgetStatus
  /// Questions of the app that wait behind this one.
  let behind: Int
  let needsPIN: Bool
  let isLocked: Bool
  /// The wallet had not enough for it when it was asked last; the app does not know.
  let isShort: Bool

  /// `nil` where it does not wait (any more), or where the ledger cannot be read at the moment.
  init?(_ id: OrderID, context: ProviderContext) async {
    let process = context.orders.process(id)
    guard let order = process?.order, order.state == .awaitingApproval,
      case .visible(let behind) = context.prompts.status(of: id)
    else { return nil }
    let (terms, grants, now) = (order.terms, context.grants, context.clock.now())
    let known = try? await context.ledger.read { reader throws(LedgerError) -> Known in
      Known(
        app: try reader.app(terms.app), ownerName: try reader.appGrant(terms.app).ownerName,
        history: try reader.history(of: terms.address, currency: terms.currency, app: terms.app),
        budget: try grants.status(of: terms.app, terms.currency, to: terms.address, at: now, reader))
    }
    guard let known else { return nil }
    self.order = order
    self.behind = behind
    claimedName = known.app?.claimedName ?? ""
    ownerName = known.ownerName
    history = known.history
    budget = known.budget
    isShort = process?.isFunded == false
    self.process = await context.sessions.sessions(of: terms.app).max { $0.openedAt < $1.openedAt }?.peer.process()
    needsPIN = context.pin.isNeeded(for: order.mostToPay, terms.currency, decimals: terms.decimals)
    isLocked = context.walletLock.isLocked
  }

  /// Why it cannot be approved under the limits of the app; `nil` where it can.
  var exceeded: BudgetExceeded? {
    BudgetRules.refusal(of: order.total ?? order.terms.amount, to: order.terms.address, budget)
  }

  /// The question in few words.
  func notice(problem: String?) -> OwnerNotice {
    let terms = order.terms
    func text(_ amount: Amount) -> String { "\(amount.text(decimals: terms.decimals)) \(terms.currency)" }
    var lines = ["\(text(terms.amount)) to \(terms.address)", history.words]
    if let fee = order.fee, let total = order.total { lines.append("fee \(text(fee)), in all \(text(total))") }
    if let memo = terms.memo { lines.append("for: \(memo)") }
    let obstacle = obstacle(text)
    if let obstacle { lines.append(obstacle) }
    let facts = PaymentFacts(
      amount: text(terms.amount), fee: order.fee.map(text), feeCap: order.fee.map { text(FeeCap.shown(for: $0)) },
      total: order.total.map(text), address: terms.address, history: history.words, ownerName: ownerName,
      claimedName: claimedName, memo: terms.memo, obstacle: obstacle)
    return OwnerNotice(
      id: terms.id.rawValue, kind: .payment, appName: ownerName ?? claimedName, fingerprint: terms.app.fingerprint,
      lines: lines, payment: facts, needsPIN: needsPIN, canAnswer: obstacle == nil, problem: problem)
  }

  /// Why it can be approved at the console only, or not yet.
  private func obstacle(_ text: (Amount) -> String) -> String? {
    if let exceeded { return "does not fit the limits of this app: \(text(exceeded.left)) are left" }
    if isShort { return "the wallet has not enough for this" }
    if isLocked { return "the wallet is locked: unlock it at the console first" }
    return needsPIN ? "needs your PIN: approve it at the console" : nil
  }

  private struct Known: Sendable {
    let app: AppRecord?
    let ownerName: String?
    let history: AddressHistory
    let budget: BudgetStatus
  }
}

extension OrderMachine {
  /// What a yes of the owner allows at most: the amount and the fee cap that is shown.
  var mostToPay: Amount {
    (try? terms.amount.adding(fee.map(FeeCap.shown(for:)) ?? .zero)) ?? Amount(atomicUnits: .max)
  }
}

extension AddressHistory {
  /// Whether the address is known, in few words.
  var words: String {
    guard let last = byAny.last else { return "this address was never paid before" }
    let times = byAny.count == 1 ? "once" : "\(byAny.count) times"
    let by =
      byApp.count == byAny.count ? "" : byApp.count == 0 ? ", but not by this app" : ", \(byApp.count) by this app"
    return "this address was paid \(times) before\(by), last on \(String(last.text.unicodeScalars.prefix(10)))"
  }
}
