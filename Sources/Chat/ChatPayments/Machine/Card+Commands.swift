import PaymentsAPI
public import PaymentsModel

/// An action that a person can take on a card.
public enum CardCommand: String, Sendable, Hashable, CaseIterable {
  /// Accept the card and pick a currency.
  case accept
  /// Decline the card.
  case decline
  /// Cancel the person's own card.
  case cancel
  /// Retry what the provider or the chat has refused.
  case retry
}

/// Why a command was not carried out.
public enum CardCommandError: Error, Sendable, Hashable {
  /// Only the other party can do this.
  case notYours
  /// The card is in a state in which this is not possible any more.
  case tooLate(CardState)
  /// The card has no price in the currency, or has several prices and no currency was picked.
  case currency
  /// There is nothing to try again.
  case nothingToRetry
  /// The reason is too long.
  case reasonTooLong
  /// There is no such card.
  case unknownCard
}

extension Card {
  /// Returns the commands that this person can give now.
  public func commands(now: Timestamp) -> Set<CardCommand> {
    guard role != .onlooker, !hasMoney else { return [] }
    var commands: Set<CardCommand> = problem == nil && !isUnsent ? [] : [.retry]
    switch state(now: now) {
    case .created where isAuthor: commands.insert(.cancel)
    case .created where consent == nil: commands.formUnion([.accept, .decline])
    case .created, .accepted: commands.insert(isAuthor ? .cancel : .decline)
    default: commands = []
    }
    return withdrawal == nil ? commands : commands.subtracting([.decline, .cancel])
  }

  /// Records that the person accepts the card.
  ///
  /// A payer accepts at once, and pays as soon as the payee has given an address. A payee accepts with an address,
  /// which the provider has to make first. Accepting again changes nothing but the way of a payment that was not ordered.
  ///
  /// - Parameters:
  ///   - currency: the currency of one of the prices; `nil` if there is only one price.
  ///   - byLightning: whether a payer wants to pay by Lightning, if the payee gives an invoice for that.
  ///   - now: the current time.
  public mutating func accept(
    currency: String? = nil, byLightning: Bool = false, now: Timestamp
  ) throws(CardCommandError) {
    guard role != .onlooker, !isAuthor else { throw .notYours }
    let price = currency.map(terms.price) ?? (terms.prices.count == 1 ? terms.prices.first : nil)
    guard let price else { throw .currency }
    guard !isOver(now: now) else { throw .tooLate(state(now: now)) }
    if let consent {
      guard consent == .currency(price.currency) else { throw .currency }
      if order == nil, !mayHaveOrder, (wantsLightning ?? false) != byLightning {
        wantsLightning = byLightning
        problem = nil
      }
      return
    }
    // The person has accepted a different currency on another device.
    if let accepted = otherSide.acceptedCurrency, accepted != price.currency { throw .currency }
    consent = .currency(price.currency)
    wantsLightning = byLightning
    if role == .payer { say(.accepted(currency: price.currency, address: nil)) }
  }

  /// Records that the person declines a card that is addressed to them. An order that was placed is cancelled first; if
  /// that is too late, the payment stands.
  public mutating func decline(reason: String? = nil, now: Timestamp) throws(CardCommandError) {
    guard role != .onlooker, !isAuthor else { throw .notYours }
    try end(reason, now: now)
  }

  /// Records that the author cancels the card. As with ``decline(reason:now:)``, an order that was placed is cancelled
  /// first.
  public mutating func cancel(reason: String? = nil, now: Timestamp) throws(CardCommandError) {
    guard isAuthor else { throw .notYours }
    try end(reason, now: now)
  }

  /// Lets the agent retry what the provider or the chat has refused. A message that was not delivered is sent anew.
  ///
  /// - Throws: ``CardCommandError/nothingToRetry``.
  public mutating func retry() throws(CardCommandError) {
    guard problem != nil || isUnsent else { throw .nothingToRetry }
    problem = nil
    switch hindrance {
    case .failed, .unknown: (lost, message, published) = (message, nil, nil)
    case .noRoom, .tooLong, .refused, .delayed, nil: break
    }
    undelivered = nil
  }

  private mutating func end(_ reason: String?, now: Timestamp) throws(CardCommandError) {
    guard (reason ?? "").unicodeScalars.count <= CardStep.maximumReason else { throw .reasonTooLong }
    guard withdrawal == nil, !mySide.says(isAuthor ? .cancelled : .declined) else { return }
    guard !hasMoney, !isOver(now: now) else { throw .tooLate(state(now: now)) }
    problem = nil
    if role == .payer, order.map({ !$0.state.isTerminal }) ?? mayHaveOrder {
      withdrawal = CardWithdrawal(reason: reason)
    } else {
      sayEnd(reason)
    }
  }

  mutating func sayEnd(_ reason: String?) {
    say(isAuthor ? .cancelled(reason: reason) : .declined(reason: reason))
  }
}
