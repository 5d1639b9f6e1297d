import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// How far a card is, in words for this person.
struct CardHeadline {
  /// One word: pending, accepted, paid…
  let word: String
  /// What that means here.
  let detail: String
  /// What changes all the time and is not worth saying each time: confirmations.
  let count: String?
  let tone: TextStyle.Tone
  /// How many of the four steps are done; nil where it ended on the way.
  let steps: Int?

  /// `●●○○`, or `✗` where it ended on the way.
  var track: String { steps.map { String(repeating: "●", count: $0) + String(repeating: "○", count: 4 - $0) } ?? "✗" }

  init(_ card: Card, names: CardNames, now: Timestamp) {
    let words = CardWords(card: card, names: names, now: now)
    switch card.state(now: now) {
    case .created: self.init("Pending", words.pending, words.isAsked ? .warning : .plain, 1)
    case .accepted:
      self.init("Accepted", words.accepted, .strong, 2)
    case .paid: self.init("Paid", words.paid, .strong, 3, count: words.confirmations)
    case .settled: self.init(words.settledWord, words.settled, .good, 4)
    case .declined: self.init("Declined", words.ended(by: card.other), .bad, nil)
    case .cancelled: self.init("Cancelled", words.ended(by: card.key.author), .faint, nil)
    case .expired: self.init("Expired", "nobody has paid in time", .faint, nil)
    case .failed: self.init("Failed", words.failed, .bad, nil)
    }
  }

  private init(_ word: String, _ detail: String, _ tone: TextStyle.Tone, _ steps: Int?, count: String? = nil) {
    self.count = count
    self.word = word
    self.detail = detail
    self.tone = tone
    self.steps = steps
  }
}

/// The sentences behind the words.
private struct CardWords {
  let card: Card
  let names: CardNames
  let now: Timestamp

  /// Whether this person is to answer.
  var isAsked: Bool { card.commands(now: now).contains(.accept) }

  private var payer: String { names.name(card.payer) }

  var pending: String {
    if isAsked { return "waiting for your answer" }
    if card.isAuthor { return card.message == nil ? "not sent yet" : "waiting for \(names.name(card.other))" }
    if card.role == .onlooker { return "waiting for \(names.name(card.other))" }
    return "you accepted; your wallet is making an address"
  }

  var accepted: String {
    switch card.role {
    case .payer: return order
    case .onlooker: return "\(payer) is going to pay"
    case .payee: break
    }
    if let seen = card.receivedAmount, seen.coefficient > 0, let price = card.price {
      return "\(seen.text) of \(price.amount.text) \(price.currency) has come so far"
    }
    if card.isClaimedPaid(now: now) { return "\(payer) says it is paid; your wallet has not seen it yet" }
    return card.invoice == nil ? "your wallet is making an address" : "waiting for \(payer)'s money"
  }

  private var order: String {
    switch card.order?.state {
    // The payee of an offer has said where to pay by accepting it.
    case nil where card.terms.kind == .request && !card.authorSide.says(.address):
      "waiting for \(names.name(card.payee))'s address"
    case nil: "asking your wallet to pay"
    case .received, .awaitingApproval: waiting
    case .approved: "your wallet is paying"
    default: "your wallet says \(card.order?.state.rawValue ?? "nothing")"
    }
  }

  private var waiting: String {
    switch card.order?.waitingFor {
    case "lower_fee": "your wallet waits for lower fees"
    case "wallet": "waiting for your wallet"
    case "unlock": "your wallet's owner has to unlock it: payd unlock"
    default: "your wallet's owner has to approve: payd approvals"
    }
  }

  var paid: String {
    switch card.role {
    case .onlooker: "as \(payer) says"
    case .payer where card.order == nil: "from another device of yours"
    case .payer: card.order?.state == .submitting ? "being sent" : "on its way"
    case .payee: "your wallet sees it"
    }
  }

  var confirmations: String? {
    switch card.role {
    case .onlooker: nil
    case .payer where card.order?.state == .submitting: nil
    case .payer: card.order.map { Self.confirmations($0.confirmations, of: $0.confirmationsWanted) }
    case .payee:
      card.invoice.map { Self.confirmations($0.transfers.map(\.confirmations).min() ?? 0, of: $0.confirmationsWanted) }
    }
  }

  private static func confirmations(_ count: Int, of wanted: Int) -> String { "\(count) of \(wanted) confirmations" }

  var settledWord: String { card.role == .payee ? "Received" : "Paid" }

  var settled: String {
    switch card.role {
    case .payee: "the money is in your wallet"
    case .payer: "confirmed"
    case .onlooker: "as \(names.name(card.payee)) says"
    }
  }

  func ended(by person: PersonID) -> String {
    // Which the other one is not told.
    if card.role == .payer, card.order?.state == .rejected { return "your wallet's owner said no" }
    let who = "by \(names.name(person, asObject: true))"
    return card.reason.map { "\(who): \(SafeText($0, limit: CardStep.maximumReason).text)" } ?? who
  }

  var failed: String {
    guard card.role == .payer, let reason = card.order?.reason.flatMap(FailureReason.init) else {
      return "the payment did not go through"
    }
    return reason.message
  }
}
