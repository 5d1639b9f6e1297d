public import PaymentsModel

/// Whether a wallet can be used now.
public enum WalletStatus: String, Sendable, Hashable, Codable {
  /// Sends and receives.
  case ready
  /// Reachable, but behind the network: balances and confirmations are late.
  case syncing
  /// Reachable and receiving, but its owner must unlock it before it can pay.
  case locked
  /// Not reachable, or it answers nonsense.
  case unavailable
}

/// What a text is, seen as an address.
public enum AddressCheck: Sendable, Hashable {
  /// Usable; the text is the canonical form.
  case valid(String)
  /// An address of another network of the same currency.
  case wrongNetwork
  /// No address.
  case malformed
}

/// The amounts a wallet can handle now.
public struct WalletAmountRange: Sendable, Hashable {
  /// The smallest amount that is not dust, for receiving.
  public var receiveMinimum: Amount
  /// The largest amount that can be received.
  public var receiveMaximum: Amount
  /// The smallest amount that can be paid.
  public var payMinimum: Amount
  /// The largest amount that can be paid now, before fees.
  public var payMaximum: Amount

  /// A range of amounts.
  public init(receiveMinimum: Amount, receiveMaximum: Amount, payMinimum: Amount, payMaximum: Amount) {
    self.receiveMinimum = receiveMinimum
    self.receiveMaximum = receiveMaximum
    self.payMinimum = payMinimum
    self.payMaximum = payMaximum
  }
}

/// What a wallet holds.
public struct WalletBalance: Sendable, Hashable {
  /// Can be spent now.
  public var available: Amount
  /// Seen, but not to be spent yet.
  public var pending: Amount
  /// Set aside for payments that are under way.
  public var locked: Amount

  /// A balance.
  public init(available: Amount, pending: Amount, locked: Amount) {
    self.available = available
    self.pending = pending
    self.locked = locked
  }
}
