import PaymentsAPI
public import PaymentsModel

/// What a person can do about a card.
public enum CardCommand: String, Sendable, Hashable, CaseIterable {
  /// Say yes and pick a currency.
  case accept
  /// Say no.
  case decline
  /// Take the own card back.
  case cancel
  /// Try again what the own provider refused.
  case retry
}

/// Why a person's command was not followed.
public enum CardCommandError: Error, Sendable, Hashable {
  /// It is not for this person to do.
  case notYours
  /// The card is past that; its state.
  case tooLate(CardState)
  /// The card has no price in that currency, or several and none was picked.
  case currency
  /// There is nothing to try again.
  case nothingToRetry
  /// The reason is too long.
  case reasonTooLong
  /// There is no such card.
  case unknownCard
}

extension Card {
  /// What this person can do now.
  public func commands(now: Timestamp) -> Set<CardCommand> {
    guard role != .onlooker, !hasMoney else { return [] }
    var commands: Set<CardCommand> = problem == nil ? [] : [.retry]
    switch state(now: now) {
    case .created where isAuthor: commands.insert(.cancel)
    case .created where consent == nil: commands.formUnion([.accept, .decline])
    case .created, .accepted: commands.insert(isAuthor ? .cancel : .decline)
    default: commands = []
    }
    return withdrawal == nil ? commands : commands.subtracting([.decline, .cancel])
  }

  /// The person says yes.
  ///
  /// A payer accepts at once, and pays as soon as the payee has said where to. A payee accepts with an address, which
  /// the own provider has to make first. Accepting again changes nothing.
  ///
  /// - Parameters:
  ///   - currency: which of the prices; nil where there is only one.
  ///   - now: what time it is.
  /// - Throws: ``CardCommandError``.
  public mutating func accept(currency: String? = nil, now: Timestamp) throws(CardCommandError) {
    guard role != .onlooker, !isAuthor else { throw .notYours }
    let price = currency.map(terms.price) ?? (terms.prices.count == 1 ? terms.prices.first : nil)
    guard let price else { throw .currency }
    guard !isOver(now: now) else { throw .tooLate(state(now: now)) }
    if let consent {
      guard consent == .currency(price.currency) else { throw .currency }
      return
    }
    // On another device it was accepted in another currency.
    if let accepted = otherSide.acceptedCurrency, accepted != price.currency { throw .currency }
    consent = .currency(price.currency)
    if role == .payer { say(.accepted(currency: price.currency, address: nil)) }
  }

  /// The person to whom it is addressed says no. A payment that was begun is withdrawn first; where that comes too
  /// late, it is paid.
  ///
  /// - Throws: ``CardCommandError``.
  public mutating func decline(reason: String? = nil, now: Timestamp) throws(CardCommandError) {
    guard role != .onlooker, !isAuthor else { throw .notYours }
    try end(reason, now: now)
  }

  /// The author takes it back. As with ``decline(reason:now:)``, a payment that was begun is withdrawn first.
  ///
  /// - Throws: ``CardCommandError``.
  public mutating func cancel(reason: String? = nil, now: Timestamp) throws(CardCommandError) {
    guard isAuthor else { throw .notYours }
    try end(reason, now: now)
  }

  /// The person wants what the own provider refused to be tried again.
  ///
  /// - Throws: ``CardCommandError/nothingToRetry``.
  public mutating func retry() throws(CardCommandError) {
    guard problem != nil else { throw .nothingToRetry }
    problem = nil
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
