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
    if card.isClaimedReceived { return localized("\(payee) says it was received; your wallet has paid nothing") }
    if isAsked { return localized("waiting for your answer") }
    if card.isAuthor {
      switch card.hindrance {
      case .failed: return localized("\(names.name(card.other)) has not got it")
      case .delayed: return localized("on its way to \(names.name(card.other))")
      case .unknown: return localized("not known whether \(names.name(card.other)) has got it")
      case .tooLong where card.message == nil: return localized("too long for this chat, and not sent")
      default:
        return card.message == nil ? localized("not sent yet") : localized("waiting for \(names.name(card.other))")
      }
    }
    if card.role == .onlooker { return localized("waiting for \(names.name(card.other))") }
    return localized("you accepted; \(address)")
  }

  var accepted: String {
    switch card.role {
    case .payer: return payment
    case .onlooker: return localized("by \(names.name(card.other))")
    case .payee: break
    }
    if let seen = card.receivedAmount, seen.coefficient > 0, let price = card.price {
      return localized("\(seen.text) of \(price.amount.text) \(price.currency) has come so far")
    }
    if card.isClaimedPaid(now: now) { return localized("\(payer) says it is paid; your wallet has not seen it yet") }
    return card.invoice == nil ? address : localized("waiting for \(payer)'s money")
  }

  /// The state of the wallet's work on the payee's address.
  private var address: String {
    switch card.pause(now: now) {
    case .asking where card.problem == nil: localized("your wallet is making an address")
    case .early: localized("the card is dated ahead of your clock: your wallet cannot make an address yet")
    default: localized("your wallet has made no address")
    }
  }

  /// The state of the wallet's work on the payer's payment.
  private var payment: String {
    switch card.pause(now: now) {
    case .withdrawing: localized("your wallet is taking the payment back")
    case .address: localized("waiting for \(payee)'s address")
    case .asking where card.problem == nil: localized("asking your wallet to pay")
    case .asking, .refused: localized("your wallet has not begun to pay")
    case .elsewhere: localized("agreed to on another device of yours, which pays")
    case .claimedReceived: localized("\(payee) says it was received; your wallet has paid nothing")
    case .early: localized("the card is dated ahead of your clock: your wallet cannot pay it yet")
    case nil: order
    }
  }

  private var order: String {
    switch card.order?.state {
    case .received, .awaitingApproval: waiting
    case .approved: card.order?.waitingFor == nil ? localized("your wallet is paying") : waiting
    case .cancelled: localized("the payment was cancelled in your wallet, and is not made")
    case .expired: localized("your wallet was not told to pay in time, and does not")
    default: localized("your wallet says nothing of the payment")
    }
  }

  private var waiting: String {
    switch card.order?.waitingFor {
    case "lower_fee": localized("your wallet waits for lower fees")
    case "wallet": localized("waiting for your wallet")
    case "coins": localized("your wallet waits for a block: its coins are in other payments")
    case "review": localized("your wallet's owner has to look whether it is paid already: payd sends")
    case "unlock": localized("your wallet's owner has to unlock it: payd unlock")
    default: localized("your wallet's owner has to approve: payd questions")
    }
  }

  var paid: String {
    switch card.role {
    case .onlooker: localized("as \(payer) says")
    case .payer where card.order == nil: localized("as another device of yours says")
    case .payer: card.order?.state == .submitting ? localized("being sent") : localized("on its way")
    case .payee: localized("your wallet sees it")
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
    wanted == 1 ? localized("\(count) of 1 confirmation") : localized("\(count) of \(wanted) confirmations")
  }

  var settledWord: String { card.role == .payee ? localized("Received") : localized("Paid") }

  var settled: String {
    switch card.role {
    case .payee: localized("the money is in your wallet")
    case .payer: localized("confirmed")
    case .onlooker: localized("as \(payee) says")
    }
  }

  func ended(by person: PersonID) -> String {
    // The other party is not told this reason.
    if names.isMe(person), card.role == .payer, card.order?.state == .rejected {
      return localized("your wallet's owner said no")
    }
    let who = names.isMe(person) ? localized("by you") : localized("by \(names.name(person))")
    if let reason = card.reason { return "\(who): \(SafeText(reason, limit: CardStep.maximumReason).text)" }
    return card.remover.map { names.removalSentence(by: $0, in: card.room) } ?? who
  }

  var expired: String { card.role == .onlooker ? localized("its time is over") : localized("nobody has paid in time") }

  var failed: String {
    switch card.role {
    case .payer where card.order == nil: localized("as another device of yours says")
    case .payer:
      card.order?.reason.flatMap(FailureReason.init).map { localized(text: $0.message) }
        ?? localized("the payment did not go through")
    case .payee where card.hasInvalidInvoice: localized("your wallet says that what it saw does not count any more")
    case .payee, .onlooker: localized("\(payer) says that it failed")
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
  func name(_ person: PersonID) -> String {
    if isMe(person) { return localized("you") }
    let id = SafeText(person.rawValue, limit: 32).text
    if !hasNamesForIDs { return room.map { SafeText($0.name(of: person), limit: 32).text } ?? id }
    guard let name = room?.name(of: person), name.lowercased() != person.rawValue.lowercased() else { return id }
    // Anybody can choose any displayed name, so the identifier is added.
    return "\(SafeText(name, limit: 32)) (\(id))"
  }

  /// Returns who has removed a message, such as `bob removed the message`.
  func removalSentence(by person: PersonID, in room: RoomID) -> String {
    if isModerator(person, in: room) { return localized("a moderator removed the message") }
    return isMe(person)
      ? localized("you removed the message") : localized("\(name(person)) removed the message")
  }

  /// Returns by whom a message was removed, such as `removed by bob`.
  func removal(by person: PersonID, in room: RoomID) -> String {
    if isModerator(person, in: room) { return localized("removed by a moderator") }
    return isMe(person) ? localized("removed by you") : localized("removed by \(name(person))")
  }

  /// Whether somebody who has removed a message is a moderator without a name. The network does not always tell which
  /// moderator it was; then it was the room.
  private func isModerator(_ person: PersonID, in room: RoomID) -> Bool {
    let isMember = self.room?.members.contains { $0.id == person } ?? false
    return !isMember && person.rawValue == room.rawValue
  }
}
