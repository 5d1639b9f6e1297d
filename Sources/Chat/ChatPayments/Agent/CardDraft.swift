import PaymentsModel

/// A card that is to be proposed.
public struct CardDraft: Sendable, Hashable {
  /// The lifetime of a card if no other is given.
  public static let lifetime = Duration.seconds(7 * 86_400)

  /// The direction of the payment.
  public var kind: CardKind
  /// The prices, of which the accepting person picks one.
  public var prices: [CardPrice]
  /// The purpose of the payment.
  public var note: String?
  /// The person whom the card is for; it may be `nil` in a room of two.
  public var to: PersonID?
  /// The time in which the card can be accepted and paid.
  public var lifetime: Duration
  /// The collection that the card belongs to.
  public var collection: CardCollection?
  /// Whether what is offered is to be paid by Lightning, if the payee gives an invoice for that. It is told to nobody.
  public var byLightning: Bool

  /// Creates a draft.
  public init(
    _ kind: CardKind, _ prices: [CardPrice], note: String? = nil, to: PersonID? = nil,
    lifetime: Duration = CardDraft.lifetime, collection: CardCollection? = nil, byLightning: Bool = false
  ) {
    self.kind = kind
    self.prices = prices
    self.note = note
    self.to = to
    self.lifetime = lifetime
    self.collection = collection
    self.byLightning = byLightning
  }

  func terms(now: Timestamp) -> CardTerms {
    CardTerms(
      kind: kind, prices: prices, note: note, to: to, createdAt: now, expiresAt: now.advanced(by: lifetime),
      collection: collection)
  }
}

/// A change that a ``CardAgent`` reports.
public enum CardChange: Sendable, Hashable {
  /// A card is new or has changed.
  case card(CardKey)
  /// The provider has become reachable or unreachable.
  case wallet(isReachable: Bool)
  /// A card could not be stored. Nothing is done for it until storing works again.
  case notKept(CardKey)
}
