public import PaymentsModel

/// Whether a wallet can be used now.
public enum WalletStatus: String, Sendable, Hashable, Codable {
  /// The wallet can send and receive.
  case ready
  /// The wallet is reachable, but behind the network, so that balances and confirmations are late.
  case syncing
  /// The wallet is reachable and receives, but its owner must unlock it before it can pay.
  case locked
  /// The wallet is not reachable, or gives answers that violate its protocol.
  case unavailable
}

/// The result of checking whether a text is an address.
public enum AddressCheck: Sendable, Hashable {
  /// The text is a valid address; the value is its canonical form.
  case valid(String)
  /// The text is an address of another network of the same currency.
  case wrongNetwork
  /// The text is no address.
  case malformed
}

/// The balance of a wallet.
public struct WalletBalance: Sendable, Hashable {
  /// The amount that can be spent now.
  public var available: Amount
  /// The amount that was seen, but cannot be spent yet.
  public var pending: Amount
  /// The amount that is reserved for payments under way.
  public var locked: Amount

  /// Creates a balance.
  public init(available: Amount, pending: Amount, locked: Amount) {
    self.available = available
    self.pending = pending
    self.locked = locked
  }
}
