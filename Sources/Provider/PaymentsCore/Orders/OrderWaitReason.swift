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
