package import PaymentsModel

/// How to reach a wallet of a Bitcoin Core-like daemon, and what to expect there.
package struct BitcoinWalletConfiguration: Sendable {
  /// How to log in.
  package enum Credentials: Sendable, Hashable {
    /// `rpcuser` and `rpcpassword`, or a pair made by `rpcauth`.
    case password(user: String, password: String)
    /// The path of the cookie file that the daemon writes at each start; read anew for each call.
    case cookieFile(String)
  }

  /// Which currency.
  package var family: BitcoinFamily
  /// Which chain; a daemon on another one is refused.
  package var chain: BitcoinChain
  /// The daemon's URL, such as `http://127.0.0.1:9332`.
  package var url: String
  /// The name of the wallet, or `nil` where the daemon has just one.
  package var wallet: String?
  /// How to log in.
  package var credentials: Credentials
  /// The time-out of each call.
  package var timeout: Duration
  /// Confirmations after which a transfer counts as settled.
  package var confirmations: Int
  /// The fee rate in atomic units per 1000 virtual bytes, or `nil` for the daemon's own estimate and fallback.
  package var feeRate: Amount?
  /// Whether the daemon may be on another machine.
  package var allowRemote: Bool

  /// A configuration; 5 seconds a call, 6 confirmations, the daemon's own fee estimate, this machine only.
  package init(
    family: BitcoinFamily, chain: BitcoinChain, url: String, wallet: String? = nil, credentials: Credentials,
    timeout: Duration = .seconds(5), confirmations: Int = 6, feeRate: Amount? = nil, allowRemote: Bool = false
  ) {
    self.family = family
    self.chain = chain
    self.url = url
    self.wallet = wallet
    self.credentials = credentials
    self.timeout = timeout
    self.confirmations = confirmations
    self.feeRate = feeRate
    self.allowRemote = allowRemote
  }
}

extension BitcoinWalletConfiguration.Credentials: CustomStringConvertible {
  /// The kind only.
  package var description: String {
    switch self {
    case .password: "‹password›"
    case .cookieFile: "‹cookie file›"
    }
  }
}
