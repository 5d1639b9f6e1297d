public import PaymentsModel

/// What an accepted card waits for on this person's side, where neither an order nor an invoice says it.
public enum CardPause: Sendable, Hashable {
  /// The payee has yet to say where to pay.
  case address
  /// The own provider is being asked, or is asked again by itself.
  case asking
  /// The own provider has said no, and is not asked again by itself.
  case refused
  /// The person has said no, and the own provider is to take the payment back first.
  case withdrawing
  /// It was agreed to on another device of this person's, which does what is to be done.
  case elsewhere
  /// The payee says that it was received, so that nothing is paid.
  case claimedReceived
  /// It is dated further ahead than a provider takes.
  case early
}

extension Card {
  /// What it waits for now; nil where an order or an invoice says more.
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

  /// That the payee says it was received, of which the payer's own provider knows nothing.
  public var isClaimedReceived: Bool { role == .payer && !hasMoney && payeeSide.says(.received) }

  /// Whether one of the two has said that it is over.
  var isEndedByWords: Bool { authorSide.isEnded || otherSide.isEnded }

  /// Whether this person has agreed on this device to what was picked; an offer was agreed to by making it.
  var hasConsent: Bool { consent == .all || consent != nil && consent?.currency == otherSide.acceptedCurrency }
}
