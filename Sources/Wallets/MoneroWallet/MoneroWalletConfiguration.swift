/// How to reach `monero-wallet-rpc` and `monerod`, and what to expect there.
package struct MoneroWalletConfiguration: Sendable {
  /// `--rpc-login` of `monero-wallet-rpc`.
  package struct Login: Sendable, Hashable {
    /// The name.
    package var user: String
    /// The password.
    package var password: String

    /// A login.
    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// The URL of `monero-wallet-rpc`, such as `http://127.0.0.1:18083`, without a path.
  package var walletURL: String
  /// The URL of the `monerod` that the wallet uses, such as `http://127.0.0.1:18081`.
  package var daemonURL: String
  /// How to log in to the wallet, or `nil` where it runs with `--disable-rpc-login`.
  package var login: Login?
  /// The account of the wallet that receives and pays; other accounts are left alone.
  package var account: UInt32
  /// Which network; a daemon or a wallet on another one is refused.
  package var network: MoneroNetwork
  /// The time-out of each call.
  package var timeout: Duration
  /// Confirmations after which a transfer counts as settled.
  package var confirmations: Int
  /// Whether the wallet and the daemon may be on another machine.
  package var allowRemote: Bool

  /// A configuration; the first account, 30 seconds a call, 10 confirmations, this machine only.
  package init(
    walletURL: String, daemonURL: String, login: Login?, network: MoneroNetwork, account: UInt32 = 0,
    timeout: Duration = .seconds(30), confirmations: Int = 10, allowRemote: Bool = false
  ) {
    self.walletURL = walletURL
    self.daemonURL = daemonURL
    self.login = login
    self.network = network
    self.account = account
    self.timeout = timeout
    self.confirmations = confirmations
    self.allowRemote = allowRemote
  }
}

extension MoneroWalletConfiguration.Login: CustomStringConvertible {
  /// Nothing of either.
  package var description: String { "‹login›" }
}
