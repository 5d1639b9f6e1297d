import ChatPayments

/// A card that was typed.
struct CardProposal: Sendable, Hashable {
  var kind: CardKind
  /// The person; `nil` for the other person in a conversation of two.
  var who: String?
  var prices: [CardPrice]
  var note: String?
  /// Whether an offer is to be paid by Lightning, if the payee gives an invoice for that.
  var byLightning = false
}

/// A collection that was typed.
struct CollectionProposal: Sendable, Hashable {
  var total: CardPrice
  var people: [String]
  var title: String?
}

/// The goal of the command `/wait`.
enum WaitGoal: Sendable, Hashable {
  /// A card with this number exists.
  case card(Int)
  /// A card has reached this state or a later one.
  case state(Int, CardState)
  /// Somebody else has written a message that contains this text.
  case message(String)
  /// The wallet can be used.
  case wallet
  /// An app asks to be approved.
  case app
  /// An app wants to have a message delivered.
  case request
}
