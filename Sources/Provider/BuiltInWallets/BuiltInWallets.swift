public import Provider

/// The kinds of wallets that come with Payport: made-up money, daemons of the Bitcoin Core family, Monero, Electrum, and
/// nodes of the Lightning network.
/// They are made known to a provider like anybody else's, see ``WalletKind``.
public enum BuiltInWallets {
  /// `mock`, `bitcoin`, `monero`, `electrum`, `cln`, `lnd` and `phoenixd`. An owner who configures no wallet is offered made-up money.
  public static let kinds: [WalletKind] = [
    WalletKind("mock", standard: MockWalletSection(), reading: MockWalletSection.init),
    WalletKind("bitcoin", reading: BitcoinWalletSection.init),
    WalletKind("monero", reading: MoneroWalletSection.init),
    WalletKind("electrum", reading: ElectrumWalletSection.init),
    node(.cln), node(.lnd), node(.phoenixd),
  ]

  private static func node(_ program: LightningNodeSection.Program) -> WalletKind {
    WalletKind(
      program.rawValue,
      reading: { reader throws(ConfigurationError) in try LightningNodeSection(program, reader) })
  }
}
