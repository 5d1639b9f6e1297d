import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// A question in the owner's words: who asks, what for, and what is known of it. What apps say is marked as claimed.
struct QuestionText {
  private struct Fact {
    let name: String
    let value: String
    var tone = TextStyle.Tone.plain
  }

  let view: OwnerQuestion
  var now: Timestamp
  var style = TextStyle(isEnabled: false)

  /// By what the owner names it in a command: its number, or as much of its id as lists show.
  var name: String {
    if let number = view.number { return String(number) }
    return ApprovalText.safe(PartialIdentifier.shortened(view.id))
  }
  var isPairing: Bool { view.payment == nil }

  /// The app, by the owner's name for it where there is one.
  var app: String {
    let names =
      switch view {
      case .pairing(let pairing): pairing.app
      case .payment(let payment): payment.order.app
      }
    let text = SafeText(names.name, limit: 40).text
    return text.isEmpty ? localized("an app without a name") : text
  }

  /// What is asked, in one line.
  var headline: String {
    view.payment.map {
      localized("\(app) wants to pay \($0.order.amount.text) \(ApprovalText.safe($0.order.currency))")
    }
      ?? localized("\(app) wants to be paired")
  }

  /// How long it waits; `nil` where for ever.
  var timeLeft: String? {
    expiresAt.map { DurationText.text($0.since(now)) }
  }

  private var expiresAt: Timestamp? {
    switch view {
    case .pairing(let pairing): pairing.expiresAt
    case .payment(let payment): payment.order.expiresAt
    }
  }

  /// All of it.
  ///
  /// - Parameter answers: whether to tell the commands that answer it.
  func lines(width: Int, isTTY: Bool, answers: Bool) -> [String] {
    var facts: [Fact]
    // Programs read the names as they are.
    func name(of fact: Fact) -> String { isTTY ? localized(text: fact.name) : fact.name }
    switch view {
    case .pairing(let pairing): facts = Self.facts(of: pairing)
    case .payment(let payment): facts = Self.facts(of: payment)
    }
    if let expiresAt, let left = timeLeft {
      facts.append(Fact(name: "waits until", value: localized("\(Self.text(expiresAt)), \(left) left")))
    }
    if answers { facts.append(Fact(name: "answer", value: commands)) }
    let widest = facts.map { name(of: $0).count }.max() ?? 0
    let lines = facts.flatMap { fact -> [String] in
      var list = KeyValueList()
      var name = name(of: fact)
      if isTTY { name += String(repeating: " ", count: widest - name.count) }
      list.append(name, fact.value)
      let lines = isTTY ? list.alignedLines(width: max(30, width - 2)) : list.tabSeparatedLines()
      return lines.map { "  " + style.text($0, fact.tone) }
    }
    let title = view.number.map { "\($0)  \(headline)" } ?? headline
    let id = "  \(ApprovalText.safe(view.id))"
    guard isTTY, DisplayWidth.columns(title + id) > width else {
      return [style.text(title, .strong) + style.text(id, .faint)] + lines
    }
    let rows = TextWrapping.paragraph(title, columns: width).map { style.text($0, .strong) }
    return rows + [style.text(id, .faint)] + lines
  }

  private static func facts(of pairing: PairingOwnerQuestion) -> [Fact] {
    let safe = ApprovalText.safe
    var facts = [
      Fact(
        name: "app (claimed)",
        value: "\(safe(pairing.app.claimedName)) \(safe(pairing.version)), \(safe(pairing.appID))",
        tone: .strong),
      Fact(name: "key", value: pairing.app.fingerprint),
      Fact(name: "wants", value: PairingGrant.list(pairing.scopes)),
      Fact(name: "a yes grants", value: PairingGrant(asked: pairing.scopes).words),
    ]
    if let words = UnaskedSpending.words(pairing.unasked) {
      facts.append(Fact(name: "without asking you", value: safe(words), tone: .strong))
    }
    if let codes = pairing.currencies {
      facts.append(Fact(name: "currencies", value: codes.map { safe($0) }.joined(separator: ", ")))
    }
    if let process = pairing.process { facts.append(Fact(name: "program (advice)", value: safe(process))) }
    if pairing.needsPin { facts.append(Fact(name: "needs", value: localized("your PIN"))) }
    return facts
  }

  private static func facts(of payment: PaymentOwnerQuestion) -> [Fact] {
    let safe = ApprovalText.safe
    let order = payment.order
    let currency = safe(order.currency)
    var facts: [Fact] = []
    if let name = order.app.ownerName { facts.append(Fact(name: "app", value: safe(name))) }
    facts.append(
      Fact(name: "app (claimed)", value: localized("\(safe(order.app.claimedName)), key \(order.app.fingerprint)")))
    facts.append(
      Fact(name: "program (advice)", value: payment.process.map { safe($0) } ?? localized("not connected now")))
    facts.append(Fact(name: "pay", value: "\(order.amount.text) \(currency)", tone: .strong))
    if let payee = order.payee { facts.append(Fact(name: "to (your name)", value: safe(payee), tone: .strong)) }
    facts += recipient(order, payment.paidBefore)
    if payment.newRecipient == true, order.lightning == nil {
      facts.append(
        Fact(
          name: "asked because",
          value: localized("you have approved no payment of this app to this address; after a yes it is known"),
          tone: .warning))
    }
    if let memo = order.description { facts.append(Fact(name: "for (claimed)", value: safe(memo))) }
    let (fee, feeCap) = (order.fee?.text ?? "", order.feeCap?.text ?? "")
    facts.append(Fact(name: "fee", value: localized("\(fee) \(currency), at most \(feeCap)")))
    facts.append(Fact(name: "in all", value: "\(order.total?.text ?? "") \(currency)", tone: .strong))
    if payment.shortOfFunds == true {
      facts.append(
        Fact(name: "funds", value: localized("your wallet has not enough for this; the app is not told"), tone: .bad))
    }
    if let budget = payment.budget { facts.append(Self.budget(budget, currency)) }
    if payment.behind > 0 {
      let words =
        payment.behind == 1
        ? localized("1 later question of this app") : localized("\(payment.behind) later questions of this app")
      facts.append(Fact(name: "also waiting", value: words))
    }
    if payment.needsPin { facts.append(Fact(name: "needs", value: localized("your PIN"))) }
    return facts
  }

  /// Nobody can compare a Lightning invoice with another one, and each is paid once: what tells is whose it is.
  private static func recipient(_ order: OwnerOrder, _ history: AddressPayments) -> [Fact] {
    guard let lightning = order.lightning else {
      return [Fact(name: "to", value: ApprovalText.safe(order.address)), paidBefore(history)]
    }
    var facts = [
      Fact(name: "to the Lightning node", value: ApprovalText.safe(lightning.node)),
      Fact(
        name: "its invoice",
        value: localized("is a new recipient, as each one, and can be paid until \(text(lightning.expiresAt))")),
    ]
    if let words = lightning.description {
      facts.append(Fact(name: "it says (claimed)", value: ApprovalText.safe(words)))
    }
    return facts
  }

  private static func paidBefore(_ history: AddressPayments) -> Fact {
    let (all, own) = (history.inAll, history.byApp)
    guard all > 0 else {
      return Fact(name: "paid before", value: localized("never: this address is new"), tone: .warning)
    }
    func times(_ count: Int) -> String { count == 1 ? localized("once") : localized("\(count) times") }
    let by =
      own == all
      ? localized("by this app")
      : own == 0 ? localized("by other apps, never by this one") : localized("\(times(own)) by this app")
    return Fact(name: "paid before", value: localized("\(times(all)), \(by), last \(history.lastAt.map(text) ?? "")"))
  }

  /// What is left of the app's budget after this payment.
  private static func budget(_ budget: QuestionBudget, _ currency: String) -> Fact {
    guard budget.fits else {
      return Fact(
        name: "budget",
        value: localized("does not fit: \(budget.left?.text ?? "") \(currency) are left; raise it with payd limit"),
        tone: .bad)
    }
    let period = budget.period.word
    var parts: [String] = []
    if let most = budget.perPayment { parts.append(localized("at most \(most.text) \(currency) a payment")) }
    if let left = budget.leftAfter {
      parts.append(localized("\(left.text) of \(budget.perPeriod?.text ?? "") \(currency) a \(period) left after this"))
    }
    if let left = budget.paymentsLeftAfter { parts.append(localized("\(left) more payments this \(period)")) }
    return Fact(name: "budget", value: parts.joined(separator: ", "))
  }

  /// A moment to the minute.
  static func text(_ moment: Timestamp) -> String { LocalTime.short(moment) }

  private var commands: String {
    isPairing
      ? localized("payd approve \(name) --code DIGITS (the six that the app shows), or payd deny \(name)")
      : localized("payd approve \(name), or payd deny \(name)")
  }
}
