/// How far a card is, as this person can know it: where money is concerned, on the word of the own provider alone.
public enum CardState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Proposed; the other party has not answered.
  case created
  /// Accepted; not paid yet.
  case accepted
  /// For the payer: the own wallet has handed the payment to the network. For the payee: the own invoice sees the
  /// money.
  case paid
  /// For the payer: the own order succeeded. For the payee: the own invoice is confirmed as often as wanted.
  case settled
  /// The party to whom it was addressed said no.
  case declined
  /// The author took it back.
  case cancelled
  /// Its time ended before it was paid.
  case expired
  /// The payment failed for certain, or what had been seen was taken back.
  case failed

  /// Whether nothing is expected any more. Money that comes late is shown all the same.
  public var isFinal: Bool {
    switch self {
    case .created, .accepted, .paid: false
    case .settled, .declined, .cancelled, .expired, .failed: true
    }
  }
}

/// What somebody is to a card.
public enum CardRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// Pays it.
  case payer
  /// Is paid.
  case payee
  /// Reads along in the room: sees what the two say, and can prove none of it.
  case onlooker
}
