import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The explanations in a ``CardHeadline``. A statement of the other party is presented as such.
struct CardWords {
  let card: Card
  let names: CardNames
  let now: Timestamp

  /// Whether this person has to answer.
  var isAsked: Bool { card.commands(now: now).contains(.accept) }

  private var payer: String { names.name(card.payer) }
  private var payee: String { names.name(card.payee) }

  var pending: String {
    if card.isClaimedReceived { return "\(payee) says it was received; your wallet has paid nothing" }
    if isAsked { return "waiting for your answer" }
    if card.isAuthor {
      switch card.hindrance {
      case .failed: return "\(names.name(card.other)) has not got it"
      case .delayed: return "on its way to \(names.name(card.other))"
      case .unknown: return "not known whether \(names.name(card.other)) has got it"
      case .tooLong where card.message == nil: return "too long for this chat, and not sent"
      default: return card.message == nil ? "not sent yet" : "waiting for \(names.name(card.other))"
      }
    }
    if card.role == .onlooker { return "waiting for \(names.name(card.other))" }
    return "you accepted; \(address)"
  }

  var accepted: String {
    switch card.role {
    case .payer: return payment
    case .onlooker: return "by \(names.name(card.other))"
    case .payee: break
    }
    if let seen = card.receivedAmount, seen.coefficient > 0, let price = card.price {
      return "\(seen.text) of \(price.amount.text) \(price.currency) has come so far"
    }
    if card.isClaimedPaid(now: now) { return "\(payer) says it is paid; your wallet has not seen it yet" }
    return card.invoice == nil ? address : "waiting for \(payer)'s money"
  }

  /// The state of the wallet's work on the payee's address.
  private var address: String {
    switch card.pause(now: now) {
    case .asking where card.problem == nil: "your wallet is making an address"
    case .early: "the card is dated ahead of your clock: your wallet cannot make an address yet"
    default: "your wallet has made no address"
    }
  }

  /// The state of the wallet's work on the payer's payment.
  private var payment: String {
    switch card.pause(now: now) {
    case .withdrawing: "your wallet is taking the payment back"
    case .address: "waiting for \(payee)'s address"
    case .asking where card.problem == nil: "asking your wallet to pay"
    case .asking, .refused: "your wallet has not begun to pay"
    case .elsewhere: "agreed to on another device of yours, which pays"
    case .claimedReceived: "\(payee) says it was received; your wallet has paid nothing"
    case .early: "the card is dated ahead of your clock: your wallet cannot pay it yet"
    case nil: order
    }
  }

  private var order: String {
    switch card.order?.state {
    case .received, .awaitingApproval: waiting
    case .approved: card.order?.waitingFor == nil ? "your wallet is paying" : waiting
    case .cancelled: "the payment was cancelled in your wallet, and is not made"
    case .expired: "your wallet was not told to pay in time, and does not"
    default: "your wallet says nothing of the payment"
    }
  }

  private var waiting: String {
    switch card.order?.waitingFor {
    case "lower_fee": "your wallet waits for lower fees"
    case "wallet": "waiting for your wallet"
    case "coins": "your wallet waits for a block: its coins are in other payments"
    case "review": "your wallet's owner has to look whether it is paid already: payd sends"
    case "unlock": "your wallet's owner has to unlock it: payd unlock"
    default: "your wallet's owner has to approve: payd questions"
    }
  }

  var paid: String {
    switch card.role {
    case .onlooker: "as \(payer) says"
    case .payer where card.order == nil: "as another device of yours says"
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

  private static func confirmations(_ count: Int, of wanted: Int) -> String {
    "\(count) of \(CountText.text(wanted, "confirmation"))"
  }

  var settledWord: String { card.role == .payee ? "Received" : "Paid" }

  var settled: String {
    switch card.role {
    case .payee: "the money is in your wallet"
    case .payer: "confirmed"
    case .onlooker: "as \(payee) says"
    }
  }

  func ended(by person: PersonID) -> String {
    // The other party is not told this reason.
    if names.isMe(person), card.role == .payer, card.order?.state == .rejected {
      return "your wallet's owner said no"
    }
    let who = "by \(names.name(person, asObject: true))"
    if let reason = card.reason { return "\(who): \(SafeText(reason, limit: CardStep.maximumReason).text)" }
    return card.remover.map { "\(names.remover($0, in: card.room)) removed the message" } ?? who
  }

  var expired: String { card.role == .onlooker ? "its time is over" : "nobody has paid in time" }

  var failed: String {
    switch card.role {
    case .payer where card.order == nil: "as another device of yours says"
    case .payer: card.order?.reason.flatMap(FailureReason.init)?.message ?? "the payment did not go through"
    case .payee where card.hasInvalidInvoice: "your wallet says that what it saw does not count any more"
    case .payee, .onlooker: "\(payer) says that it failed"
    }
  }
}

extension Card {
  /// Whether the wallet reports that the invoice is invalid.
  fileprivate var hasInvalidInvoice: Bool { invoice?.state == .invalid }
}

/// The names of people on this screen.
struct CardNames: Sendable {
  private let room: ChatRoom?
  private let me: PersonID
  private let hasNamesForIDs: Bool

  /// Creates the names for a room.
  ///
  /// - Parameter hasNamesForIDs: whether a displayed name is followed by the person's identifier.
  init(room: ChatRoom?, me: PersonID, hasNamesForIDs: Bool = true) {
    self.room = room
    self.me = me
    self.hasNamesForIDs = hasNamesForIDs
  }

  func isMe(_ person: PersonID) -> Bool { person == room?.me ?? me }

  /// Returns `you`, or the person's name in a form that is safe to show.
  func name(_ person: PersonID, asObject: Bool = true) -> String {
    if isMe(person) { return asObject ? "you" : "You" }
    let id = SafeText(person.rawValue, limit: 32).text
    if !hasNamesForIDs { return room.map { SafeText($0.name(of: person), limit: 32).text } ?? id }
    guard let name = room?.name(of: person), name.lowercased() != person.rawValue.lowercased() else { return id }
    // Anybody can choose any displayed name, so the identifier is added.
    return "\(SafeText(name, limit: 32)) (\(id))"
  }

  /// Returns the name of somebody who has removed a message. The network does not always tell which moderator it was;
  /// then it was the room.
  func remover(_ person: PersonID, in room: RoomID) -> String {
    let isMember = self.room?.members.contains { $0.id == person } ?? false
    return !isMember && person.rawValue == room.rawValue ? "a moderator" : name(person)
  }
}
