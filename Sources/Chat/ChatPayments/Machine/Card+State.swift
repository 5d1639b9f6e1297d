import PaymentsAPI
public import PaymentsModel

extension Card {
  /// Returns the state of the card.
  ///
  /// Money takes precedence over statements: a payment that is under way or made determines the state even if somebody
  /// has declined before. Among statements, the author's cancellation takes precedence over the other party declining,
  /// so that both see the same state and the same reason.
  public func state(now: Timestamp) -> CardState {
    if let state = moneyState { return state }
    if authorSide.says(.cancelled) { return .cancelled }
    if otherSide.says(.declined) { return .declined }
    if payerSide.says(.failed) { return .failed }
    if now >= terms.expiresAt { return .expired }
    return otherSide.says(.accepted) ? .accepted : .created
  }

  /// Whether the payer claims to have paid while the invoice has not received the full amount. The claim proves
  /// nothing.
  public func isClaimedPaid(now: Timestamp) -> Bool {
    guard role == .payee, payerSide.says(.paid) else { return false }
    switch state(now: now) {
    case .paid, .settled: return false
    default: return true
    }
  }

  /// The amount that the payee's invoice has received so far; `nil` for the other roles.
  public var receivedAmount: DecimalAmount? { ownInvoice?.paidAmount }

  /// The state that follows from the money; `nil` if none has moved. For the two parties it comes from their own
  /// provider.
  private var moneyState: CardState? {
    switch role {
    case .payer: payerMoney
    case .payee: ownInvoice.flatMap(Self.money)
    // An onlooker knows only what the two parties say.
    case .onlooker: payeeSide.says(.received) ? .settled : payerClaim
    }
  }

  private var payerMoney: CardState? {
    switch order?.state {
    case .submitting, .inFlight: return .paid
    case .succeeded: return .settled
    case .received, .awaitingApproval, .approved, .rejected, .expired, .cancelled, .failed: return nil
    // The claim was made on another device of this person.
    case nil: return payerClaim
    }
  }

  /// The state that follows from the payer's claim to have paid, unless the payer reported a failure.
  private var payerClaim: CardState? { payerSide.says(.paid) && !payerSide.says(.failed) ? .paid : nil }

  private static func money(_ invoice: Invoice) -> CardState? {
    switch invoice.state {
    case .settled: return .settled
    case .processing: return .paid
    case .invalid: return .failed
    case .pending: return nil
    // The money arrived after the invoice had expired or was cancelled.
    case .expired, .cancelled:
      guard invoice.payment == .late, let amount = invoice.amount else { return nil }
      return amount.isAtMost(invoice.confirmedAmount) ? .settled : .paid
    }
  }

  /// The invoice of this device, if its address is the one that was told to the payer. If two devices made an invoice
  /// each, the address that was told first counts.
  var ownInvoice: Invoice? {
    guard let invoice, let told = destination else { return nil }
    return told.address == invoice.address ? invoice : nil
  }

  /// Whether the card expires so far in the future that the provider would not accept its request yet.
  func isEarly(now: Timestamp) -> Bool { terms.expiresAt.since(now) > CardTerms.maximumLifetime }

  /// Whether money moves or has moved, as far as this person knows.
  var hasMoney: Bool { moneyState != nil }

  /// Whether a payment must not be started any more, or is not expected any more.
  func isOver(now: Timestamp) -> Bool {
    authorSide.isEnded || otherSide.isEnded || withdrawal != nil || now >= terms.expiresAt
  }
}

extension DecimalAmount {
  /// Returns whether this amount is less than or equal to another one.
  func isAtMost(_ other: DecimalAmount) -> Bool {
    let scale = max(scale, other.scale)
    // An amount that does not fit into 128 bits at the common scale is larger than any real amount of money.
    guard let left = try? Amount(self, decimals: scale), let right = try? Amount(other, decimals: scale) else {
      return false
    }
    return left <= right
  }
}
