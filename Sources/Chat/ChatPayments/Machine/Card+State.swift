import PaymentsAPI
public import PaymentsModel

extension Card {
  /// How far it is.
  ///
  /// Money decides over words: a payment that is under way or done shows even where somebody had said no before it. Of
  /// words, that the author took it back counts before a no to it, so that both see the same, and the author's reason.
  public func state(now: Timestamp) -> CardState {
    if let state = moneyState { return state }
    if authorSide.says(.cancelled) { return .cancelled }
    if otherSide.says(.declined) { return .declined }
    if payerSide.says(.failed) { return .failed }
    if now >= terms.expiresAt { return .expired }
    return otherSide.says(.accepted) ? .accepted : .created
  }

  /// That the payer says it is paid while the own invoice has not seen it, or not all of it: nothing to rely on.
  public func isClaimedPaid(now: Timestamp) -> Bool {
    guard role == .payee, payerSide.says(.paid) else { return false }
    switch state(now: now) {
    case .paid, .settled: return false
    default: return true
    }
  }

  /// What the payee's own invoice has seen so far; nil for others.
  public var receivedAmount: DecimalAmount? { ownInvoice?.paidAmount }

  /// What is known of the money: by the own provider where this person is a party. Nil where no money moves.
  private var moneyState: CardState? {
    switch role {
    case .payer: payerMoney
    case .payee: ownInvoice.flatMap(Self.money)
    // One who reads along has nothing but what the two say.
    case .onlooker: payeeSide.says(.received) ? .settled : payerClaim
    }
  }

  private var payerMoney: CardState? {
    switch order?.state {
    case .submitting, .inFlight: return .paid
    case .succeeded: return .settled
    case .received, .awaitingApproval, .approved, .rejected, .expired, .cancelled, .failed: return nil
    // The own word, from another device of this person's.
    case nil: return payerClaim
    }
  }

  /// That the payer says it is paid, and not that it failed after that.
  private var payerClaim: CardState? { payerSide.says(.paid) && !payerSide.says(.failed) ? .paid : nil }

  private static func money(_ invoice: Invoice) -> CardState? {
    switch invoice.state {
    case .settled: return .settled
    case .processing: return .paid
    case .invalid: return .failed
    case .pending: return nil
    // Money that came late.
    case .expired, .cancelled:
      guard invoice.payment == .late, let amount = invoice.amount else { return nil }
      return amount.isAtMost(invoice.confirmedAmount) ? .settled : .paid
    }
  }

  /// The own invoice, where it is the one whose address this person has told. Of two devices with an invoice each, the
  /// address that was told first counts.
  var ownInvoice: Invoice? {
    guard let invoice, let told = destination else { return nil }
    return told.address == invoice.address ? invoice : nil
  }

  /// Whether this device may not ask the own provider yet: it is dated further ahead than a provider takes.
  func isEarly(now: Timestamp) -> Bool { terms.expiresAt.since(now) > CardTerms.maximumLifetime }

  /// Whether money moves or has moved, for all that this person knows.
  var hasMoney: Bool { moneyState != nil }

  /// Whether the payment must not be begun, or not be waited for, any more.
  func isOver(now: Timestamp) -> Bool {
    authorSide.isEnded || otherSide.isEnded || withdrawal != nil || now >= terms.expiresAt
  }
}

extension DecimalAmount {
  /// Whether this is not more than another amount.
  func isAtMost(_ other: DecimalAmount) -> Bool {
    let scale = max(scale, other.scale)
    // What does not fit 128 bits at a common scale is more than any amount of money.
    guard let left = try? Amount(self, decimals: scale), let right = try? Amount(other, decimals: scale) else {
      return false
    }
    return left <= right
  }
}
