package import PaymentsModel

/// What became of an order so far: all of it that changes and is stored.
package struct OrderProgress: Sendable, Hashable {
  /// How far it is.
  package var state: OrderState
  /// What the wallet expects it to cost; `nil` until it was asked, and again when the answer is out of date.
  package var quote: OrderQuote?
  /// The yes under which it is carried out.
  package var approval: OrderApproval?
  /// The one transaction that pays the order; kept for ever once it was stored.
  package var signedTransaction: SignedTransaction?
  /// The transaction of somebody else's that makes the payment now, in place of the signed transaction; `nil` while it
  /// is the signed transaction itself. The two spend the same, so that one of them can be in a block at most.
  package var replacement: PaymentReplacement?
  /// Confirmations so far.
  package var confirmations: Int
  /// Whether it is unknown if the network has the transaction: reported as in flight, and looked into.
  package var isInDoubt: Bool
  /// What it waits for, beside the owner's answer.
  package var waitingFor: OrderWaitReason?
  /// Why it failed.
  package var failure: OrderFailure?
  /// When it was certain that a payment that had succeeded does not take effect after all; the state stays.
  package var reversedAt: Timestamp?
  /// Starts at 1 and grows by one with each change.
  package var version: Int64
  /// When it last changed.
  package var updatedAt: Timestamp

  /// A progress, as the ledger stored it.
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

extension OrderProgress: CustomStringConvertible, CustomDebugStringConvertible {
  /// State and version; fees and the transaction do not appear in logs.
  package var description: String { "\(state.rawValue) version \(version)" }
  /// The same as the description.
  package var debugDescription: String { description }
}

/// Why an order failed: certain not to be paid.
package enum OrderFailure: String, Sendable, Hashable, CaseIterable {
  /// There is not enough that can be spent, fee included.
  case insufficientFunds = "insufficient_funds"
  /// The amount is below what the network carries.
  case amountTooSmall = "amount_too_small"
  /// The recipient's address is none, or of another network.
  case invalidAddress = "invalid_address"
  /// The fee would be above what the app accepts.
  case feeAboveMaximum = "fee_above_maximum"
  /// Another transaction that does not make the payment spent the inputs, see ``OrderTerms/conflictDepth``.
  case conflicted
  /// The network refuses the transaction itself, and does not know it.
  case invalidTransaction = "invalid_transaction"
  /// The wallet refused for a reason of its own.
  case walletRefused = "wallet_refused"
}

/// What an order that does not go on by itself waits for, beside the owner's answer.
package enum OrderWaitReason: String, Sendable, Hashable, CaseIterable {
  /// The network fee is above the app's own limit, after it was within it: until it falls, or the order's time ends.
  case lowerFee = "lower_fee"
  /// The wallet cannot do what is asked just now: it is away, locked, or behind the network.
  case wallet
  /// What the wallet has is set aside for other payments, or waits for blocks.
  case coins
  /// The owner locked the provider.
  case unlock
  /// The owner: the wallet sent something that the ledger does not know, and it may be this order.
  case review
}
