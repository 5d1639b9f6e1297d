public import PaymentsModel

/// The direction of a card's payment.
public enum CardKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The author wants to be paid.
  case request
  /// The author wants to pay.
  case offer
}

/// The price of a card in one currency.
public struct CardPrice: Sendable, Hashable, Codable {
  /// The currency code.
  public let currency: String
  /// The amount, in the currency's unit.
  public let amount: DecimalAmount

  /// Creates a price.
  public init(currency: String, amount: DecimalAmount) {
    self.currency = currency
    self.amount = amount
  }
}

/// The membership of a card in a collection, by which one sum is collected with several cards. It does not tell who
/// else is asked.
public struct CardCollection: Sendable, Hashable, Codable {
  /// The identifier that the author gave the collection.
  public let id: CardID
  /// The purpose of the collection; `nil` if the note tells it.
  public let title: String?

  /// Creates the membership in a collection.
  public init(id: CardID, title: String? = nil) {
    self.id = id
    self.title = title
  }
}

/// The proposal of the author. Terms never change; another proposal needs another card.
public struct CardTerms: Sendable, Hashable {
  /// The direction of the payment.
  public let kind: CardKind
  /// The prices, one to eight, each in a different currency. The accepting person picks one of them.
  public let prices: [CardPrice]
  /// The purpose of the payment in the author's words; `nil` if the author gave none.
  public let note: String?
  /// The person to whom the card is addressed; `nil` in a conversation of two.
  public let to: PersonID?
  /// The time of the proposal.
  public let createdAt: Timestamp
  /// The time after which the card can neither be accepted nor paid.
  public let expiresAt: Timestamp
  /// The collection that the card belongs to.
  public let collection: CardCollection?

  /// Creates terms without checking them; see ``validate()``.
  public init(
    kind: CardKind, prices: [CardPrice], note: String? = nil, to: PersonID? = nil, createdAt: Timestamp,
    expiresAt: Timestamp, collection: CardCollection? = nil
  ) {
    self.kind = kind
    self.prices = prices
    self.note = note
    self.to = to
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.collection = collection
  }

  /// The price in a currency; `nil` if the terms have none.
  public func price(in currency: String) -> CardPrice? { prices.first { $0.currency == currency } }
}

extension CardTerms: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, prices, note, to, collection
    case createdAt = "created_at"
    case expiresAt = "expires_at"
  }
}

extension CardTerms: CustomStringConvertible {
  /// Redacted: amounts and notes do not appear in logs.
  public var description: String { "‹\(kind.rawValue)›" }
}
