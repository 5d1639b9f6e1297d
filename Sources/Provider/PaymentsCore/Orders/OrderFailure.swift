/// The reason why an order failed. A failed order is certain not to be paid.
package enum OrderFailure: String, Sendable, Hashable, CaseIterable {
  /// The wallet does not have enough spendable money for the amount and the fee.
  case insufficientFunds = "insufficient_funds"
  /// The amount is too small for the network to carry.
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
  /// The wallet refused for another reason.
  case walletRefused = "wallet_refused"
}
