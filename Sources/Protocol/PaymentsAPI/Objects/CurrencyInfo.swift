public import PaymentsModel

/// A currency that the provider serves.
public struct CurrencyInfo: WireObject {
  /// The code that requests use, such as `XMR`.
  public var code: String
  /// The name for people.
  public var name: String
  /// The number of decimal places of the unit.
  public var decimals: Int
  /// The network of its addresses, such as `mainnet`, `regtest` or `mock`.
  public var network: String
  /// Whether it can be used now.
  public var ready: CurrencyReadiness
  /// Why it is not ready; absent if it is, or if the provider does not know.
  public var reason: WalletReason?
  /// The number of confirmations after which a transfer counts as settled.
  public var confirmations: Int
  /// The scheme of its payment URIs, without the colon.
  public var uriScheme: String

  /// Makes a value from all members; optional members default to nil.
  public init(
    code: String,
    name: String,
    decimals: Int,
    network: String,
    ready: CurrencyReadiness,
    reason: WalletReason? = nil,
    confirmations: Int,
    uriScheme: String
  ) {
    self.code = code
    self.name = name
    self.decimals = decimals
    self.network = network
    self.ready = ready
    self.reason = reason
    self.confirmations = confirmations
    self.uriScheme = uriScheme
  }
}

/// Whether a currency can be used now.
public enum CurrencyReadiness: String, Codable, Sendable, Hashable, CaseIterable {
  /// The wallet can send and receive.
  case ready
  /// The wallet is behind the network, so balances and confirmations are out of date.
  case syncing
  /// The wallet receives. The owner must unlock it before it can pay.
  case locked
  /// The wallet cannot be reached.
  case unavailable
}
