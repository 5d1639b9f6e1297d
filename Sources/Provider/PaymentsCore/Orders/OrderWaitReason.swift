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
