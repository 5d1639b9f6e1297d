import ChatPayments

/// A card as it was typed.
struct CardProposal: Sendable, Hashable {
  var kind: CardKind
  /// Whom; nil for the other one in a conversation of two.
  var who: String?
  var prices: [CardPrice]
  var note: String?
}

/// A collection as it was typed.
struct CollectionProposal: Sendable, Hashable {
  var total: CardPrice
  var people: [String]
  var title: String?
}

/// What is waited for.
enum WaitGoal: Sendable, Hashable {
  /// That there is a card of this number.
  case card(Int)
  /// That a card is as far as this, or further.
  case state(Int, CardState)
  /// That somebody else writes a message with this text in it.
  case message(String)
  /// That the own wallet can be asked.
  case wallet
  /// That an app wants to be let in.
  case app
  /// That an app wants something delivered.
  case request
}
