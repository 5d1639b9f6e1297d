/// A network of Monero.
package enum MoneroNetwork: String, Sendable, Hashable, CaseIterable {
  /// The network with real money.
  case mainnet
  /// The test network that resembles the main one.
  case stagenet
  /// The test network of the developers.
  case testnet
  /// A private chain whose blocks are made on demand: `monerod --regtest`.
  case regtest

  /// How `get_info` of `monerod` calls it.
  var daemonName: String { self == .regtest ? "fakechain" : rawValue }

  /// How `validate_address` calls the network of its addresses: a private chain has those of the main network.
  var addressName: String { self == .regtest ? MoneroNetwork.mainnet.rawValue : rawValue }
}
