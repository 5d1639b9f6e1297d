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
