import PaymentsModel

extension CardTerms {
  /// The most prices.
  public static let maximumPrices = 8
  /// The most Unicode code points of a note.
  public static let maximumNote = 500
  /// The most Unicode code points of a collection's title.
  public static let maximumTitle = 100
  /// The longest time from ``createdAt`` to ``expiresAt``: that of an invoice.
  public static let maximumLifetime = Duration.seconds(30 * 86_400)

  /// Checks what the schema cannot.
  ///
  /// - Throws: ``CardTermsError``.
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
  /// None or too many, two in one currency, one of nothing, or what is no currency code.
  case prices
  /// The note is too long.
  case note
  /// The title of the collection is too long.
  case title
  /// It would end before it begins, or live for longer than an invoice does.
  case lifetime
  /// It is addressed to nobody else in the room.
  case addressee
}
