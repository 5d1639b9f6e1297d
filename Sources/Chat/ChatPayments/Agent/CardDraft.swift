import PaymentsModel

/// A card that is to be proposed.
public struct CardDraft: Sendable, Hashable {
  /// How long a card lives unless told otherwise.
  public static let lifetime = Duration.seconds(7 * 86_400)

  /// Which way the money would go.
  public var kind: CardKind
  /// What it costs: whoever accepts picks one of them.
  public var prices: [CardPrice]
  /// What it is for.
  public var note: String?
  /// To whom; not needed in a room of two.
  public var to: PersonID?
  /// For how long it can be accepted and paid.
  public var lifetime: Duration
  /// The collection that it is part of.
  public var collection: CardCollection?

  /// A card that is to be proposed.
  public init(
    _ kind: CardKind, _ prices: [CardPrice], note: String? = nil, to: PersonID? = nil,
    lifetime: Duration = CardDraft.lifetime, collection: CardCollection? = nil
  ) {
    self.kind = kind
    self.prices = prices
    self.note = note
    self.to = to
    self.lifetime = lifetime
    self.collection = collection
  }

  func terms(now: Timestamp) -> CardTerms {
    CardTerms(
      kind: kind, prices: prices, note: note, to: to, createdAt: now, expiresAt: now.advanced(by: lifetime),
      collection: collection)
  }
}

/// What tells of a ``CardAgent``.
public enum CardChange: Sendable, Hashable {
  /// A card is new or has changed.
  case card(CardKey)
  /// Whether the own provider answers; told when it changes.
  case wallet(isReachable: Bool)
  /// A card could not be written down: nothing is done for it until that works.
  case notKept(CardKey)
}
