/// The configuration of a wallet in `monero-wallet-rpc` and `monerod`.
package struct MoneroWalletConfiguration: Sendable {
  /// The credentials given to `monero-wallet-rpc` with `--rpc-login`.
  package struct Login: Sendable, Hashable {
    /// The user name.
    package var user: String
    /// The password.
    package var password: String

    /// Creates a login.
    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// The URL of `monero-wallet-rpc`, such as `http://127.0.0.1:18083`, without a path.
  package var walletURL: String
  /// The URL of the `monerod` that the wallet uses, such as `http://127.0.0.1:18081`.
  package var daemonURL: String
  /// The credentials for the wallet, or `nil` if it runs with `--disable-rpc-login`.
  package var login: Login?
  /// The account of the wallet that receives and pays. Other accounts are not used.
  package var account: UInt32
  /// The expected network. A daemon or wallet on another network is refused.
  package var network: MoneroNetwork
  /// The time-out of each call.
  package var timeout: Duration
  /// The number of confirmations after which a transfer counts as settled.
  package var confirmations: Int
  /// Whether the wallet and the daemon may be on another machine.
  package var allowRemote: Bool
  /// The endpoint on this machine at which `monerod` publishes blocks and transactions (`--zmq-pub`), such as
  /// `tcp://127.0.0.1:18084`; `nil` if it publishes nothing.
  package var zmq: String?

  /// Creates a configuration. By default it uses the first account, a call may take 30 seconds, 10 confirmations are
  /// required, and only this machine is allowed.
  package init(
    walletURL: String, daemonURL: String, login: Login?, network: MoneroNetwork, account: UInt32 = 0,
    timeout: Duration = .seconds(30), confirmations: Int = 10, allowRemote: Bool = false,
    zmq: String? = nil
  ) {
    self.walletURL = walletURL
    self.daemonURL = daemonURL
    self.login = login
    self.network = network
    self.account = account
    self.timeout = timeout
    self.confirmations = confirmations
    self.allowRemote = allowRemote
    self.zmq = zmq
  }
}

extension MoneroWalletConfiguration.Login: CustomStringConvertible {
  /// A text without the user name and the password.
  package var description: String { "‹login›" }
}

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

/// Why a configured wallet cannot be used. It is shown when the program starts.
package enum MoneroSetupError: Error, Sendable, Hashable {
  /// The URL is invalid.
  case invalidURL(String)
  /// The URL names another machine, and the configuration does not allow that.
  case remoteHost(String)
  /// This is no endpoint of ZeroMQ on this machine.
  case endpoint(String)
  /// The HTTP library could not be set up.
  case unusable
}
