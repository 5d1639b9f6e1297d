import PaymentsModel

extension CardTerms {
  /// The highest number of prices.
  public static let maximumPrices = 8
  /// The highest number of Unicode code points in a note.
  public static let maximumNote = 500
  /// The highest number of Unicode code points in the title of a collection.
  public static let maximumTitle = 100
  /// The longest time from ``createdAt`` to ``expiresAt``, the same as for an invoice.
  public static let maximumLifetime = Duration.seconds(30 * 86_400)

  /// Checks the rules that the schema cannot express.
  public func validate() throws(CardTermsError) {
    guard (1...Self.maximumPrices).contains(prices.count) else { throw .prices }
    guard prices.allSatisfy({ Currency.isCode($0.currency) && $0.amount.coefficient > 0 }) else { throw .prices }
    guard Set(prices.map(\.currency)).count == prices.count else { throw .prices }
    guard (note ?? "").unicodeScalars.count <= Self.maximumNote else { throw .note }
    guard (collection?.title ?? "").unicodeScalars.count <= Self.maximumTitle else { throw .title }
    guard createdAt < expiresAt, expiresAt.since(createdAt) <= Self.maximumLifetime else { throw .lifetime }
  }
}

/// Why terms cannot be proposed.
public enum CardTermsError: Error, Sendable, Hashable {
  /// There are no prices or too many, two have the same currency, one is zero, or one has an invalid currency code.
  case prices
  /// The note is too long.
  case note
  /// The title of the collection is too long.
  case title
  /// The card would expire before it is created, or live longer than an invoice can.
  case lifetime
  /// The addressee is the author or not in the room.
  case addressee
}
