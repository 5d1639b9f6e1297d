package import PaymentsModel

/// A chain of a Bitcoin-like currency. The raw value is the name that `getblockchaininfo` reports.
package enum BitcoinChain: String, Sendable, Hashable, CaseIterable {
  /// The chain with real money.
  case main
  /// The public test chain.
  case test
  /// A private chain whose blocks are generated on demand.
  case regtest

  /// The name of the network in ``Currency/network``.
  package var network: String {
    switch self {
    case .main: "mainnet"
    case .test: "testnet"
    case .regtest: "regtest"
    }
  }
}

/// The properties in which currencies differ whose daemons speak Bitcoin Core's RPC.
package struct BitcoinFamily: Sendable, Hashable {
  /// The currency's code, such as `LTC`.
  package var code: String
  /// The name that people see.
  package var name: String
  /// The URI scheme of payment URIs.
  package var uriScheme: String
  /// The name of the daemon's program, such as `litecoind`.
  package var daemon: String
  /// How the daemon calls itself in `subversion`, such as `LitecoinCore`.
  package var agent: String
  /// The smallest output that nodes relay.
  package var dust: Amount
  /// The prefix of segregated witness addresses, before the `1`, for each chain (BIP 173).
  package var bech32Prefixes: [BitcoinChain: String]
  /// The possible first characters of Base58 addresses, for each chain.
  package var base58Prefixes: [BitcoinChain: String]
  /// Whether the wallet can have coins in extension blocks (MWEB), see ``ExtensionCoins``.
  package var hasExtensionBlocks: Bool

  /// Creates a currency family. All of them have 8 decimals.
  package init(
    code: String, name: String, uriScheme: String, daemon: String, agent: String, dust: Amount,
    bech32Prefixes: [BitcoinChain: String],
    base58Prefixes: [BitcoinChain: String], hasExtensionBlocks: Bool = false
  ) {
    self.code = code
    self.name = name
    self.uriScheme = uriScheme
    self.daemon = daemon
    self.agent = agent
    self.dust = dust
    self.bech32Prefixes = bech32Prefixes
    self.base58Prefixes = base58Prefixes
    self.hasExtensionBlocks = hasExtensionBlocks
  }

  /// Bitcoin.
  package static let bitcoin = BitcoinFamily(
    code: "BTC", name: "Bitcoin", uriScheme: "bitcoin", daemon: "bitcoind", agent: "Satoshi",
    dust: Amount(atomicUnits: 546),
    bech32Prefixes: [.main: "bc", .test: "tb", .regtest: "bcrt"],
    base58Prefixes: [.main: "13", .test: "mn2", .regtest: "mn2"])

  /// Litecoin.
  package static let litecoin = BitcoinFamily(
    code: "LTC", name: "Litecoin", uriScheme: "litecoin", daemon: "litecoind", agent: "LitecoinCore",
    dust: Amount(atomicUnits: 5_460),
    bech32Prefixes: [.main: "ltc", .test: "tltc", .regtest: "rltc"],
    base58Prefixes: [.main: "LM3", .test: "mnQ2", .regtest: "mnQ2"], hasExtensionBlocks: true)

  /// Returns the currency on one of its chains.
  package func currency(on chain: BitcoinChain, confirmations: Int = 6) -> Currency {
    Currency(
      code: code, name: name, decimals: 8, network: chain.network, uriScheme: uriScheme, confirmations: confirmations)
  }
}
