public import PaymentsModel

/// The thing that a card waits for on this person's side, if neither an order nor an invoice tells it.
public enum CardPause: Sendable, Hashable {
  /// The payee has not given an address yet.
  case address
  /// The provider is being asked, or will be asked again automatically.
  case asking
  /// The provider has refused, and is not asked again automatically.
  case refused
  /// The person has declined, and the provider has to cancel the order first.
  case withdrawing
  /// The person has consented on another device, which does what is to be done.
  case elsewhere
  /// The payee says that the money was received, so nothing is paid.
  case claimedReceived
  /// The card expires so far in the future that the provider does not accept it yet.
  case early
}

extension Card {
  /// Returns what the card waits for now; `nil` if an order or an invoice tells more.
  public func pause(now: Timestamp) -> CardPause? {
    if withdrawal != nil { return .withdrawing }
    switch role {
    case .onlooker: return nil
    case .payee: guard invoice == nil else { return nil }
    case .payer:
      guard order == nil else { return nil }
      if payeeSide.says(.received) { return .claimedReceived }
      if destination == nil { return .address }
      if !hasConsent { return .elsewhere }
    }
    if isEarly(now: now) { return .early }
    if let problem { return problem.retryAt == nil ? .refused : .asking }
    return .asking
  }

  /// Whether the payee claims to have received the money, while the payer's provider knows of no payment.
  public var isClaimedReceived: Bool { role == .payer && !hasMoney && payeeSide.says(.received) }

  /// Whether one of the two parties has ended the card.
  var isEndedByWords: Bool { authorSide.isEnded || otherSide.isEnded }

  /// Whether this person has consented on this device to the picked price. The author of an offer consents by making
  /// it.
  var hasConsent: Bool { consent == .all || consent != nil && consent?.currency == otherSide.acceptedCurrency }
}
