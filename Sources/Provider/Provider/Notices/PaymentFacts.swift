/// What a payment is, fact by fact, for those who show more than lines. Amounts are decimal texts with their currency,
/// as people read them.
public struct PaymentFacts: Sendable, Hashable {
  /// What the recipient gets.
  public var amount: String
  /// The fee that was quoted; `nil` while it is being asked for.
  public var fee: String?
  /// The most fee that a yes allows.
  public var feeCap: String?
  /// Amount and quoted fee.
  public var total: String?
  /// Where the money goes, whole.
  public var address: String
  /// Whether the address was paid before, in few words.
  public var history: String
  /// What the owner calls the app; `nil` where the owner gave it no name.
  public var ownerName: String?
  /// What the app calls itself: a claim.
  public var claimedName: String
  /// What the app says that it is for: a claim.
  public var memo: String?
  /// Why a yes can be said at the console only, or not yet; `nil` where it can be said anywhere.
  public var obstacle: String?
}

extension PaymentFacts: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing of it appears in logs.
  public var description: String { "PaymentFacts(…)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
