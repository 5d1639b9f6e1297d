/// Whether a currency can be used now.
public enum CurrencyReadiness: String, Codable, Sendable, Hashable, CaseIterable {
  /// Sends and receives.
  case ready
  /// Behind the network: balances and confirmations are late.
  case syncing
  /// Receives; the owner must unlock the wallet before it pays.
  case locked
  /// The wallet cannot be reached.
  case unavailable
}
