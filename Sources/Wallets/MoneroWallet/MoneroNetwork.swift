/// A network of Monero.
package enum MoneroNetwork: String, Sendable, Hashable, CaseIterable {
  /// The network with real money.
  case mainnet
  /// The test network that resembles the main one.
  case stagenet
  /// The test network of the developers.
  case testnet
  /// A private chain whose blocks are generated on demand: `monerod --regtest`.
  case regtest

  /// The name of the network in the answer of `monerod` to `get_info`.
  var daemonName: String { self == .regtest ? "fakechain" : rawValue }

  /// The name that `validate_address` gives the network of an address. A private chain uses addresses of the main
  /// network.
  var addressName: String { self == .regtest ? MoneroNetwork.mainnet.rawValue : rawValue }
}
