package import PaymentsModel

/// The changing part of an order, all of which is stored.
package struct OrderProgress: Sendable, Hashable {
  /// The state of the order.
  package var state: OrderState
  /// The fee that the wallet expects; `nil` until the wallet was asked, and again when its answer is outdated.
  package var quote: OrderQuote?
  /// The approval under which the order is carried out.
  package var approval: OrderApproval?
  /// The one transaction that pays the order; kept for ever once it was stored.
  package var signedTransaction: SignedTransaction?
  /// Another transaction that makes the payment in place of the signed transaction, for example one with a higher fee;
  /// `nil` while the signed transaction itself makes it. Both spend the same inputs, so that at most one of them can be
  /// in a block. A payment by hash that has arrived has here its hash and what it cost in the end.
  package var replacement: PaymentReplacement?
  /// The number of confirmations so far.
  package var confirmations: Int
  /// Whether it is unknown if the network has the transaction. Such an order is reported as in flight, and is
  /// investigated.
  package var isInDoubt: Bool
  /// What the order waits for, other than the owner's answer.
  package var waitingFor: OrderWaitReason?
  /// Why the order failed.
  package var failure: OrderFailure?
  /// When it became certain that a payment that had succeeded does not take effect after all. The state does not change
  /// then.
  package var reversedAt: Timestamp?
  /// The version, which starts at 1 and grows by one with each change.
  package var version: Int64
  /// When the order last changed.
  package var updatedAt: Timestamp

  /// Creates a progress from its stored parts.
  package init(
    state: OrderState, quote: OrderQuote? = nil, approval: OrderApproval? = nil,
    signedTransaction: SignedTransaction? = nil,
    replacement: PaymentReplacement? = nil, confirmations: Int = 0, isInDoubt: Bool = false,
    waitingFor: OrderWaitReason? = nil,
    failure: OrderFailure? = nil,
    reversedAt: Timestamp? = nil, version: Int64 = 1, updatedAt: Timestamp
  ) {
    self.state = state
    self.quote = quote
    self.approval = approval
    self.signedTransaction = signedTransaction
    self.replacement = replacement
    self.confirmations = confirmations
    self.isInDoubt = isInDoubt
    self.waitingFor = waitingFor
    self.failure = failure
    self.reversedAt = reversedAt
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension OrderState {
  /// The group of an order in this state that waits for something, or for nothing.
  package func group(waitingFor reason: OrderWaitReason?) -> PaymentGroup {
    if isTerminal { return .ended }
    return self == .awaitingApproval || reason == .unlock || reason == .review ? .waiting : .inFlight
  }
}

extension OrderProgress: CustomStringConvertible, CustomDebugStringConvertible {
  /// State and version. Fees and the transaction do not appear in logs.
  package var description: String { "\(state.rawValue) version \(version)" }
  /// The same as the description.
  package var debugDescription: String { description }
}

/// The reason why an order failed. A failed order is certain not to be paid.
package enum OrderFailure: String, Sendable, Hashable, CaseIterable {
  /// The wallet does not have enough spendable coins for the amount and the fee.
  case insufficientFunds = "insufficient_funds"
  /// The amount is below the smallest that the network carries.
  case amountTooSmall = "amount_too_small"
  /// The recipient's address is malformed or belongs to another network.
  case invalidAddress = "invalid_address"
  /// The fee would be above the largest fee that the app accepts.
  case feeAboveMaximum = "fee_above_maximum"
  /// Another transaction that does not make the payment spent the inputs, and has ``OrderTerms/conflictDepth``
  /// confirmations.
  case conflicted
  /// The network refuses the transaction itself and does not hold it.
  case invalidTransaction = "invalid_transaction"
  /// The invoice was paid before, by another order or by hand.
  case alreadyPaid = "already_paid"
  /// The invoice expired before it was paid.
  case invoiceExpired = "invoice_expired"
  /// The attempt at a payment by hash found no way to the recipient.
  case undelivered
  /// The wallet refused for another reason.
  case walletRefused = "wallet_refused"
}

/// What an order waits for when it cannot continue, other than the owner's answer.
package enum OrderWaitReason: String, Sendable, Hashable, CaseIterable {
  /// The network fee rose above the app's limit after it had been within it. The order waits until the fee falls or the
  /// order expires.
  case lowerFee = "lower_fee"
  /// The wallet cannot do what is asked at present: it is unreachable, locked, or behind the network.
  case wallet
  /// The wallet's coins are set aside for other payments or wait for blocks.
  case coins
  /// The owner locked the provider, and has to unlock it.
  case unlock
  /// The wallet sent a transaction that the ledger does not know and that may have paid this order. The owner has to
  /// look.
  case review
}
