/// Whether a currency can be used now.
public enum CurrencyReadiness: String, Codable, Sendable, Hashable, CaseIterable {
  /// The wallet sends and receives.
  case ready
  /// The wallet is behind the network, so balances and confirmations are out of date.
  case syncing
  /// The wallet receives. The owner must unlock it before it can pay.
  case locked
  /// The wallet cannot be reached.
  case unavailable
}
