package import BitcoinWallet
package import PaymentsModel

/// The configuration of a wallet in an Electrum daemon.
package struct ElectrumWalletConfiguration: Sendable {
  /// The currency family.
  package var family: BitcoinFamily
  /// The expected chain. A daemon on another chain is refused.
  package var chain: BitcoinChain
  /// The daemon's URL, such as `http://127.0.0.1:7777`.
  package var url: String
  /// The path of the wallet's file, or `nil` for the one that the daemon takes by itself.
  package var wallet: String?
  /// `rpcuser` of the daemon.
  package var user: String
  /// `rpcpassword` of the daemon.
  package var password: String
  /// The password of the wallet itself, with which it signs; `nil` if it has none.
  package var walletPassword: String?
  /// The time-out of each call.
  package var timeout: Duration
  /// The number of confirmations after which a transfer counts as settled.
  package var confirmations: Int
  /// The fee rate in atomic units per 1000 virtual bytes, or `nil` for Electrum's own estimate.
  package var feeRate: Amount?
  /// Whether the daemon may be on another machine.
  package var allowRemote: Bool

  /// Creates a configuration. By default a call may take 30 seconds, 6 confirmations are required, Electrum estimates
  /// fees, and only this machine is allowed.
  package init(
    family: BitcoinFamily, chain: BitcoinChain, url: String, wallet: String? = nil, user: String, password: String,
    walletPassword: String? = nil, timeout: Duration = .seconds(30), confirmations: Int = 6, feeRate: Amount? = nil,
    allowRemote: Bool = false
  ) {
    self.family = family
    self.chain = chain
    self.url = url
    self.wallet = wallet
    self.user = user
    self.password = password
    self.walletPassword = walletPassword
    self.timeout = timeout
    self.confirmations = confirmations
    self.feeRate = feeRate
    self.allowRemote = allowRemote
  }

  /// The name of the chain in `getinfo`.
  var networkName: String {
    switch chain {
    case .main: "mainnet"
    case .test: "testnet"
    case .regtest: "regtest"
    }
  }
}
