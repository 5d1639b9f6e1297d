public import PaymentsAPI
public import PaymentsModel

/// The state of one card as one person knows it: a state machine without side effects.
///
/// Its inputs are the person's commands (``accept(currency:now:)``, ``decline(reason:now:)``, ``cancel(reason:now:)``,
/// ``retry()``), the steps of the two parties (`hear(_:from:)`), reports of the provider (``apply(order:)``,
/// ``apply(invoice:)``, ``applyNoOrder()``, ``stop(_:)``), and time. Its output is ``effect(now:isReachable:)``: the
/// next action that is still to be taken, at any time and after a crash. Every action can be repeated without harm.
public struct Card: Sendable, Hashable, Codable, Identifiable {
  /// The key of the card.
  public let key: CardKey
  /// The author's proposal.
  public let terms: CardTerms
  /// The room in which the card was proposed.
  public let room: RoomID
  /// The person to whom the card is addressed.
  public let other: PersonID
  /// The role of this person.
  public let role: CardRole
  /// The number of the card on this device: 1, 2, and so on. It stays the same after a restart, and is `nil` before the
  /// card is in a book.
  public internal(set) var number: Int?
  /// All steps of the author.
  public internal(set) var authorSide = CardSide()
  /// All steps of the person to whom the card is addressed.
  public internal(set) var otherSide = CardSide()

  /// The payee's invoice, once it exists.
  public internal(set) var invoice: Invoice?
  /// The payer's order, once it exists.
  public internal(set) var order: PaymentOrder?
  /// The provider's last refusal, or the fact that the provider could not be reached.
  public internal(set) var problem: CardProblem?

  /// The consent that this person has given on this device. Nothing is paid without it.
  var consent: CardConsent?
  /// Whether the payer wants to pay by Lightning if the payee gives an invoice for that; `nil` for no. It is decided with
  /// the consent, and does not change while an order may exist: a request has one content.
  var wantsLightning: Bool?
  /// Whether an order may exist. This is stored before the order is sent.
  var mayHaveOrder = false
  /// The key of the provider at which the order may exist, stored together with ``mayHaveOrder``.
  var orderProvider: String?
  /// Whether the provider has said that it has no order for this card.
  var isOrderAbsent = false
  /// The payer's wish to withdraw, while there may be an order that must be cancelled first.
  var withdrawal: CardWithdrawal?
  /// The message that carries this person's side.
  public internal(set) var message: MessageID?
  /// The last message of this person that was lost or removed, until the one that takes its place was sent.
  var lost: MessageID?
  /// The steps that the message carries.
  var published: CardSide?
  /// Whether the text of the message asks to pay to an address.
  var asksToPay: Bool?
  /// What hinders the message.
  var undelivered: CardDelivery?
  /// The last message of the other party that carried steps; for an onlooker, of the author. If it is taken back, so are
  /// the steps.
  var carrier: MessageID?
  /// The time at which that message was sent; `nil` if its absence would say nothing about its author.
  var carrierSentAt: Timestamp?
  /// The person who has withdrawn the card, or the answer to it, by removing a message of somebody else; see
  /// ``ChatEvent/removed(_:in:by:)``.
  public internal(set) var remover: PersonID?

  /// Creates a card that was just proposed.
  ///
  /// - Parameters:
  ///   - me: the person who uses this device.
  ///   - other: the person to whom the card is addressed.
  init(key: CardKey, terms: CardTerms, room: RoomID, me: PersonID, other: PersonID) {
    self.key = key
    self.terms = terms
    self.room = room
    self.other = other
    let authorRole: CardRole = terms.kind == .request ? .payee : .payer
    let otherRole: CardRole = terms.kind == .request ? .payer : .payee
    role = me == key.author ? authorRole : me == other ? otherRole : .onlooker
  }

  /// The key of the card.
  public var id: CardKey { key }
  /// Whether this person is the author.
  public var isAuthor: Bool { role != .onlooker && (role == .payee) == (terms.kind == .request) }
  /// The person who is to be paid.
  public var payee: PersonID { terms.kind == .request ? key.author : other }
  /// The person who is to pay.
  public var payer: PersonID { terms.kind == .request ? other : key.author }
  /// The price that was picked; `nil` until the card is accepted.
  public var price: CardPrice? { pickedCurrency.flatMap(terms.price) }
  /// The reason for which the card was cancelled or declined, in the words of the person who did it. It is untrusted
  /// text. If both parties gave a reason, it is the author's.
  public var reason: String? {
    if case .cancelled(let reason)? = authorSide[.cancelled] { return reason }
    if case .declined(let reason)? = otherSide[.declined] { return reason }
    return nil
  }

  /// Where the payee wants to be paid in the picked currency. Addresses in other currencies are ignored.
  var destination: CardDestination? {
    guard let currency = otherSide.acceptedCurrency else { return nil }
    return terms.kind == .request ? authorSide.destination(in: currency) : otherSide.acceptedDestination
  }

  /// Which of the two ways to pay the payer takes.
  func place(to destination: CardDestination) -> String {
    wantsLightning == true ? destination.lightning ?? destination.address : destination.address
  }

  var payeeSide: CardSide { terms.kind == .request ? authorSide : otherSide }
  var payerSide: CardSide { terms.kind == .request ? otherSide : authorSide }
  /// All steps of this person.
  var mySide: CardSide { isAuthor ? authorSide : otherSide }

  private var pickedCurrency: String? { otherSide.acceptedCurrency ?? consent?.currency }

  mutating func say(_ step: CardStep) {
    guard role != .onlooker, step.isPermitted(isAuthor: isAuthor, terms: terms) else { return }
    if isAuthor { authorSide.add(step) } else { otherSide.add(step) }
  }
}

/// Where a payee wants to be paid.
struct CardDestination: Sendable, Hashable {
  /// The currency that was picked.
  let currency: String
  /// An address, or a Lightning invoice where the payee's wallet has no addresses.
  let address: String
  /// A Lightning invoice (BOLT 11) for the same; `nil` if there is none.
  let lightning: String?
}

/// The consent that a person has given.
enum CardConsent: Sendable, Hashable, Codable {
  /// The consent to any of the prices, which the author of an offer gives.
  case all
  /// The consent to the price in this currency.
  case currency(String)

  var currency: String? {
    if case .currency(let currency) = self { currency } else { nil }
  }
}

/// The payer's wish to withdraw, with its reason.
struct CardWithdrawal: Sendable, Hashable, Codable {
  let reason: String?
}

/// Why the provider does not do what a card needs. It concerns this person only and is never sent to others.
public struct CardProblem: Error, Sendable, Hashable, Codable {
  /// The provider's reason; `nil` if the provider did not answer.
  public let reason: FailureReason?
  /// The time of the next automatic attempt; `nil` if only ``Card/retry()`` can help.
  public let retryAt: Timestamp?
  /// The value is `nil` in cards that were stored before there was this problem.
  private let otherProvider: Bool?
  /// Whether the order may be at another provider than the one that is connected now, which is therefore not asked.
  public var isOfOtherProvider: Bool { otherProvider == true }

  /// Creates a problem.
  public init(reason: FailureReason?, retryAt: Timestamp?) {
    self.reason = reason
    self.retryAt = retryAt
    otherProvider = nil
  }

  private init(otherProvider: Bool) {
    reason = nil
    retryAt = nil
    self.otherProvider = otherProvider
  }

  static let ofOtherProvider = CardProblem(otherProvider: true)
}

extension Card: CustomStringConvertible {
  /// The identifier and the role, without any other content.
  public var description: String { "‹card \(key.id) as \(role.rawValue)›" }
}
