package import PaymentsModel

/// The configuration of a wallet in a daemon like Bitcoin Core.
package struct BitcoinWalletConfiguration: Sendable {
  /// The credentials for the daemon's RPC interface.
  package enum Credentials: Sendable, Hashable {
    /// A user name and a password: `rpcuser` and `rpcpassword`, or a pair made by `rpcauth`.
    case password(user: String, password: String)
    /// The path of the cookie file that the daemon writes at each start. It is read for each call.
    case cookieFile(String)
  }

  /// The currency family.
  package var family: BitcoinFamily
  /// The expected chain. A daemon on another chain is refused.
  package var chain: BitcoinChain
  /// The daemon's URL, such as `http://127.0.0.1:9332`.
  package var url: String
  /// The name of the wallet, or `nil` if the daemon has only one.
  package var wallet: String?
  /// The credentials for the daemon's RPC interface.
  package var credentials: Credentials
  /// The time-out of each call.
  package var timeout: Duration
  /// The number of confirmations after which a transfer counts as settled.
  package var confirmations: Int
  /// The fee rate in atomic units per 1000 virtual bytes, or `nil` for the daemon's own estimate.
  package var feeRate: Amount?
  /// Whether the daemon may be on another machine.
  package var allowRemote: Bool

  /// Creates a configuration. By default a call may take 5 seconds, 6 confirmations are required, the daemon estimates
  /// fees, and only this machine is allowed.
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
  /// The kind of credentials, without their content.
  package var description: String {
    switch self {
    case .password: "‹password›"
    case .cookieFile: "‹cookie file›"
    }
  }
}

/// Why a configured daemon cannot be used. It is shown when the program starts.
package enum BitcoinSetupError: Error, Sendable, Hashable {
  /// The URL is invalid.
  case invalidURL
  /// The URL names another machine, and the configuration does not allow that.
  case remoteHost
  /// The HTTP library could not be set up.
  case unusable
}
