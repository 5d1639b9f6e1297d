public import PaymentsAPI
public import PaymentsModel

/// One card as one person knows it: a pure state machine.
///
/// What goes in: commands of the person (``accept(currency:now:)``, ``decline(reason:now:)``, ``cancel(reason:now:)``,
/// ``retry()``), what the two parties say (`hear(_:from:)`), what the own provider says (``apply(order:)``,
/// ``apply(invoice:)``, ``applyNoOrder()``, ``stop(_:)``), and time. What comes out is not a list of things to do once
/// but ``effect(now:isReachable:)``: what is still to be done, now and after any crash. All of it can be done twice
/// without harm.
public struct Card: Sendable, Hashable, Codable, Identifiable {
  /// Which one.
  public let key: CardKey
  /// What the author proposes.
  public let terms: CardTerms
  /// Where it was proposed.
  public let room: RoomID
  /// To whom it is addressed.
  public let other: PersonID
  /// What this person is to it.
  public let role: CardRole
  /// What it is called by on this device: 1, 2, …, the same after every start. Nil before it is in a book.
  public internal(set) var number: Int?
  /// All that the author has said.
  public internal(set) var authorSide = CardSide()
  /// All that the one to whom it is addressed has said.
  public internal(set) var otherSide = CardSide()

  /// For the payee: the own invoice, once there is one.
  public internal(set) var invoice: Invoice?
  /// For the payer: the own order, once there is one.
  public internal(set) var order: PaymentOrder?
  /// What the own provider said when it last refused something, or that it cannot be reached.
  public internal(set) var problem: CardProblem?

  /// What this person has agreed to pay or be paid, on this very device: nothing is paid without.
  var consent: CardConsent?
  /// Written down before an order is sent: from then on there may be one.
  var mayHaveOrder = false
  /// The own provider has said that it has none.
  var isOrderAbsent = false
  /// The payer wants out, and there may be an order that must be withdrawn first.
  var withdrawal: CardWithdrawal?
  /// The message of this person's that carries the own side.
  public internal(set) var message: MessageID?
  /// What that message says.
  var published: CardSide?
  /// Whether its text asks to pay to an address.
  var asksToPay: Bool?

  /// A card as it was proposed.
  ///
  /// - Parameters:
  ///   - me: this person in the room.
  ///   - other: to whom it is addressed.
  init(key: CardKey, terms: CardTerms, room: RoomID, me: PersonID, other: PersonID) {
    self.key = key
    self.terms = terms
    self.room = room
    self.other = other
    let authorRole: CardRole = terms.kind == .request ? .payee : .payer
    let otherRole: CardRole = terms.kind == .request ? .payer : .payee
    role = me == key.author ? authorRole : me == other ? otherRole : .onlooker
  }

  /// Which one.
  public var id: CardKey { key }
  /// Whether this person wrote it.
  public var isAuthor: Bool { role != .onlooker && (role == .payee) == (terms.kind == .request) }
  /// Who is to be paid.
  public var payee: PersonID { terms.kind == .request ? key.author : other }
  /// Who is to pay.
  public var payer: PersonID { terms.kind == .request ? other : key.author }
  /// The price that was picked; nil until it was accepted.
  public var price: CardPrice? { pickedCurrency.flatMap(terms.price) }
  /// Why it was cancelled or declined, in the words of the person who did, of whom the author counts first: untrusted
  /// text.
  public var reason: String? {
    if case .cancelled(let reason)? = authorSide[.cancelled] { return reason }
    if case .declined(let reason)? = otherSide[.declined] { return reason }
    return nil
  }

  /// Where to pay: what the payee has said in the currency that was picked. Addresses in others count for nothing.
  var destination: (currency: String, address: String)? {
    guard let currency = otherSide.acceptedCurrency else { return nil }
    let address = terms.kind == .request ? authorSide.address(in: currency) : otherSide.acceptedAddress
    return address.map { (currency, $0) }
  }

  var payeeSide: CardSide { terms.kind == .request ? authorSide : otherSide }
  var payerSide: CardSide { terms.kind == .request ? otherSide : authorSide }
  /// What this person has said.
  var mySide: CardSide { isAuthor ? authorSide : otherSide }

  private var pickedCurrency: String? { otherSide.acceptedCurrency ?? consent?.currency }

  mutating func say(_ step: CardStep) {
    guard role != .onlooker, step.isPermitted(isAuthor: isAuthor, terms: terms) else { return }
    if isAuthor { authorSide.add(step) } else { otherSide.add(step) }
  }
}

/// What a person has agreed to.
enum CardConsent: Sendable, Hashable, Codable {
  /// Any of the prices: the author of an offer.
  case all
  /// The price in this currency.
  case currency(String)

  var currency: String? {
    if case .currency(let currency) = self { currency } else { nil }
  }
}

/// That a payer wants out, and why.
struct CardWithdrawal: Sendable, Hashable, Codable {
  let reason: String?
}

/// Why the own provider does not do what a card needs. It concerns this person alone and never travels.
public struct CardProblem: Error, Sendable, Hashable, Codable {
  /// The provider's reason; nil where it did not answer at all.
  public let reason: FailureReason?
  /// When it is tried again by itself; nil where that would not help: after ``Card/retry()``.
  public let retryAt: Timestamp?

  /// A problem.
  public init(reason: FailureReason?, retryAt: Timestamp?) {
    self.reason = reason
    self.retryAt = retryAt
  }
}

extension Card: CustomStringConvertible {
  /// The name and the role alone.
  public var description: String { "‹card \(key.id) as \(role.rawValue)›" }
}
