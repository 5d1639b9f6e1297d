public import PaymentsModel

/// Which way the money of a card would go.
public enum CardKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The author wants to be paid.
  case request
  /// The author wants to pay.
  case offer
}

/// What a card costs in one currency.
public struct CardPrice: Sendable, Hashable, Codable {
  /// The currency code.
  public let currency: String
  /// How much of it.
  public let amount: DecimalAmount

  /// A price.
  public init(currency: String, amount: DecimalAmount) {
    self.currency = currency
    self.amount = amount
  }
}

/// That a card is one of several by which one sum is collected. Who the others are it does not say.
public struct CardCollection: Sendable, Hashable, Codable {
  /// The author's name of the collection.
  public let id: CardID
  /// What it is for; nil where the note says it.
  public let title: String?

  /// A part of a collection.
  public init(id: CardID, title: String? = nil) {
    self.id = id
    self.title = title
  }
}

/// What the author proposes. Terms never change: another proposal is another card.
public struct CardTerms: Sendable, Hashable {
  /// Which way the money would go.
  public let kind: CardKind
  /// What it costs: whoever accepts picks one of them. One to eight, each in another currency.
  public let prices: [CardPrice]
  /// What it is for, as the author says; nil where nothing needs saying.
  public let note: String?
  /// To whom it is addressed; nil in a conversation of two.
  public let to: PersonID?
  /// When it was proposed.
  public let createdAt: Timestamp
  /// After this nothing is accepted or paid any more.
  public let expiresAt: Timestamp
  /// The collection that it is part of.
  public let collection: CardCollection?

  /// Terms; see ``validate()``.
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

  /// The price in a currency, where it is one of those proposed.
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
