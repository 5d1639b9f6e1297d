/// The state of a card as this person knows it. Statements about money rely only on this person's own provider.
public enum CardState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The card is proposed, and the other party has not answered.
  case created
  /// The card is accepted but not paid yet.
  case accepted
  /// For the payer: the wallet has handed the payment to the network. For the payee: the money was seen for the
  /// invoice.
  case paid
  /// For the payer: the order succeeded. For the payee: the invoice has all the confirmations that it requires.
  case settled
  /// The party to whom the card was addressed has declined it.
  case declined
  /// The author has cancelled the card.
  case cancelled
  /// The card expired before it was paid.
  case expired
  /// The payment has definitely failed, or a payment that had been seen was reversed.
  case failed

  /// Whether the card is over. Money that arrives late is shown nevertheless.
  public var isFinal: Bool {
    switch self {
    case .created, .accepted, .paid: false
    case .settled, .declined, .cancelled, .expired, .failed: true
    }
  }
}

/// The role of a person in a card.
public enum CardRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person who pays.
  case payer
  /// The person who is paid.
  case payee
  /// A member of the room who is neither of the two. An onlooker sees what the two say, and can verify none of it.
  case onlooker
}
