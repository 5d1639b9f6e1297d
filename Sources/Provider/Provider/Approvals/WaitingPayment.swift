import DisplayText
import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import Transport

/// A payment that waits for the owner, with everything that helps to judge it.
struct WaitingPayment: Sendable {
  let order: OrderMachine
  /// What the app is called.
  let app: AppNames
  /// What the owner calls the address; `nil` if it has no name.
  let payee: String?
  /// The program at the other end of the app's present connection. It is informational only.
  let process: PeerDescription.Process?
  /// Earlier payments to the address.
  let history: AddressHistory
  /// The state of the app's budget before this payment.
  let budget: BudgetStatus
  /// The number by which the owner names the question; `nil` where none could be stored.
  let number: Int?
  /// The number of later questions of the app that wait beside this one.
  let behind: Int
  let needsPIN: Bool
  let isLocked: Bool
  /// Whether the wallet had too little for the payment when it was last asked. The app is not told.
  let isShort: Bool

  /// Reads the payment; `nil` if it does not wait (any more), or if the ledger cannot be read at present.
  init?(_ id: OrderID, payments: Payments, sessions: SessionDirectory, pin: OwnerPIN) async {
    let process = payments.orders.live(id)
    guard let order = process?.order, order.state == .awaitingApproval,
      let behind = payments.orders.questions.behind(id)
    else { return nil }
    let (terms, grants, now) = (order.terms, payments.orders.limits, payments.core.clock.now())
    let known = try? await payments.core.ledger.read { reader -> Known in
      Known(
        app: try AppNames(of: terms.app, reader), payee: try reader.payeeName(terms.address),
        history: try reader.history(of: terms.address, currency: terms.currency, app: terms.app),
        budget: try grants.status(of: terms.app, terms.currency, to: terms.address, at: now, reader))
    }
    guard let known else { return nil }
    number = try? await payments.questionNumbers.number(of: id.rawValue)
    self.order = order
    self.behind = behind
    app = known.app
    payee = known.payee
    history = known.history
    budget = known.budget
    isShort = process?.isFunded == false
    self.process = await sessions.sessions(of: terms.app).max { $0.openedAt < $1.openedAt }?.peer.process()
    needsPIN = pin.isNeeded(for: order.mostToPay, terms.currency, decimals: terms.decimals)
    isLocked = payments.orders.lock.isLocked
  }

  /// The limit of the app that prevents an approval; `nil` if there is none.
  var exceeded: BudgetExceeded? {
    BudgetRules.refusal(of: order.total ?? order.terms.amount, to: order.terms.address, budget)
  }

  /// Returns the question in short form.
  func notice(problem: String?) -> OwnerNotice {
    let terms = order.terms
    func text(_ amount: Amount) -> String { "\(amount.text(decimals: terms.decimals)) \(terms.currency)" }
    let obstacle = obstacle(text)
    let lightning = LightningClaims(address: terms.address)
    let facts = PaymentFacts(
      amount: text(terms.amount), fee: order.fee.map(text), feeCap: order.fee.map { text(FeeCap.shown(for: $0)) },
      total: order.total.map(text), address: terms.address, lightningNode: lightning?.node,
      history: lightning == nil ? history.words : localized("each Lightning invoice is a new recipient"),
      ownerName: app.name == app.claimedName ? nil : app.name,
      claimedName: app.claimedName, memo: terms.purpose.description, obstacle: obstacle)
    return OwnerNotice(
      id: terms.id.rawValue, kind: .payment, appName: app.name, fingerprint: app.fingerprint,
      lines: [], payment: facts, needsPIN: needsPIN, canAnswer: obstacle == nil, problem: problem)
  }

  /// Returns why the payment can be approved only at the console, or not yet.
  private func obstacle(_ text: (Amount) -> String) -> String? {
    if let exceeded { return localized("does not fit the limits of this app: \(text(exceeded.left)) are left") }
    if isShort { return localized("the wallet has not enough for this") }
    if isLocked { return localized("the wallet is locked: unlock it at the console first") }
    return needsPIN ? localized("needs your PIN: approve it at the console") : nil
  }

  private struct Known: Sendable {
    let app: AppNames
    let payee: String?
    let history: AddressHistory
    let budget: BudgetStatus
  }
}

extension OrderMachine {
  /// The largest amount that an approval of the owner allows: the amount and the largest fee that is shown.
  var mostToPay: Amount {
    (try? terms.amount.adding(fee.map(FeeCap.shown(for:)) ?? .zero)) ?? Amount(atomicUnits: .max)
  }
}

extension AddressHistory {
  /// A short text on earlier payments to the address.
  var words: String {
    guard let last = byAny.last else { return localized("this address was never paid before") }
    let by =
      byApp.count == byAny.count
      ? "" : byApp.count == 0 ? localized(", but not by this app") : localized(", \(byApp.count) by this app")
    let day = String(last.text.unicodeScalars.prefix(10))
    return byAny.count == 1
      ? localized("this address was paid once before\(by), last on \(day)")
      : localized("this address was paid \(byAny.count) times before\(by), last on \(day)")
  }
}
