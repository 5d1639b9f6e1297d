public import Provider

/// The kinds of wallets that come with Payport: made-up money, daemons of the Bitcoin Core family, and Monero. They
/// come to a provider by the same door as anybody else's, see ``WalletKind``.
public enum BuiltInWallets {
  /// `mock`, `bitcoin` and `monero`. An owner who configures no wallet is offered made-up money.
  public static let kinds: [WalletKind] = [
    WalletKind("mock", standard: MockWalletSection()) { reader, line throws(ConfigurationError) in
      try MockWalletSection(reader, line: line)
    },
    WalletKind("bitcoin") { reader, line throws(ConfigurationError) in try BitcoinWalletSection(reader, line: line) },
    WalletKind("monero") { reader, line throws(ConfigurationError) in try MoneroWalletSection(reader, line: line) },
  ]
}
