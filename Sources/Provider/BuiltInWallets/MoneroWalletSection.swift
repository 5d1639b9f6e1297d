import KeyStorage
import MoneroWallet
package import PaymentsModel
package import Provider
package import WalletBackend

/// A `monero-wallet-rpc` with an open wallet, and the `monerod` that it uses.
package struct MoneroWalletSection: Sendable {
  /// The URL of `monero-wallet-rpc`, such as `http://127.0.0.1:18083`.
  package var url = ""
  /// The URL of `monerod`, such as `http://127.0.0.1:18081`.
  package var daemon = ""
  /// The name of `--rpc-login`; empty if the wallet runs with `--disable-rpc-login`.
  package var user = ""
  /// The password of `--rpc-login`.
  package var password = ""
  /// The path of a file whose first line is the password, in place of ``password``. Only its owner may be able to read
  /// it.
  package var passwordFile = ""
  /// The account of the wallet that receives and pays.
  package var account = 0
  /// The network that both have to use: `mainnet`, `stagenet`, `testnet` or `regtest`. Any other one is refused.
  package var network = "mainnet"
  /// Confirmations that settle a payment.
  package var confirmations = 10
  /// Seconds to wait for an answer.
  package var timeoutSeconds = 30
  /// Whether the wallet and the daemon may run on another machine.
  package var allowRemote = false
  /// The endpoint of `--zmq-pub` of `monerod` on this machine, such as `tcp://127.0.0.1:18084`; empty for none.
  package var zmq = ""
  /// The limits of apps that have no limits of their own.
  package var limits = LimitsSection()

  /// A section in which nothing is set.
  package init() {}
}

extension MoneroWalletSection: WalletSection {
  /// The `type` of the section.
  package var type: String { "monero" }
  /// Monero alone.
  package var currencyCodes: [String] { ["XMR"] }

  /// Whether the password of the wallet's program is in it.
  package var holdsPassword: Bool { !password.isEmpty }
  /// The file with the password.
  package var secretFiles: [String] { passwordFile.isEmpty ? [] : [passwordFile] }

  /// Those of the section.
  package func limits(of currency: String) -> LimitsSection { limits }

  /// Makes the wallet; neither the wallet nor the daemon is asked yet.
  package func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    guard let network = MoneroNetwork(rawValue: self.network) else {
      throw WalletSetupError(problem: "network: \(self.network)")
    }
    let configuration = MoneroWalletConfiguration(
      walletURL: url, daemonURL: daemon,
      login: user.isEmpty ? nil : .init(user: user, password: try readPassword()),
      network: network, account: UInt32(clamping: account), timeout: .seconds(timeoutSeconds),
      confirmations: confirmations, allowRemote: allowRemote, zmq: zmq.isEmpty ? nil : zmq)
    do throws(MoneroSetupError) {
      return [try MoneroWallet(configuration)]
    } catch {
      switch error {
      // The URL is not repeated, because it may contain a password.
      case .invalidURL(let bad):
        throw WalletSetupError(
          problem: "XMR: \(bad == url ? "url" : "daemon") is not the URL of a program, such as http://127.0.0.1:18083; "
            + "the user and the password have keys of their own")
      case .remoteHost(let bad):
        throw WalletSetupError(
          problem:
            "XMR: \(bad == url ? "url" : "daemon") is that of another machine; set allow_remote: true if that is "
            + "meant")
      case .endpoint:
        throw WalletSetupError(
          problem: "XMR: zmq is no endpoint on this machine, such as tcp://127.0.0.1:18084")
      default: throw WalletSetupError(problem: "XMR: \(error)")
      }
    }
  }

  /// The password, from its file where there is one.
  private func readPassword() throws(WalletSetupError) -> String {
    guard !passwordFile.isEmpty else { return password }
    return try PassphraseFile.line(of: passwordFile, currency: "XMR", key: "password_file") ?? ""
  }
}

extension MoneroWalletSection {
  /// Reads a section of the configuration.
  ///
  /// - Parameter line: where it stands in the file.
  /// - Throws: `ConfigurationError` where something of it is wrong.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    try reader.string("url", into: &url)
    try reader.string("daemon", into: &daemon)
    try reader.string("user", into: &user)
    try reader.string("password", into: &password)
    try reader.string("password_file", into: &passwordFile)
    try reader.integer("account", 0...1_000_000, into: &account)
    try reader.string("network", into: &network)
    try reader.integer("confirmations", 1...1000, into: &confirmations)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("allow_remote", into: &allowRemote)
    try reader.string("zmq", into: &zmq)
    limits = try reader.limits()
    try reader.finish()
    guard !url.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "url"), problem: "url must name monero-wallet-rpc")
    }
    guard !daemon.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "daemon"), problem: "daemon must name the wallet's monerod")
    }
    guard ["mainnet", "stagenet", "testnet", "regtest"].contains(network) else {
      throw ConfigurationError(
        line: reader.line(of: "network"), problem: "network must be mainnet, stagenet, testnet or regtest")
    }
    guard password.isEmpty || passwordFile.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "password_file"), problem: "set either password or password_file")
    }
    guard !user.isEmpty || (password.isEmpty && passwordFile.isEmpty) else {
      throw ConfigurationError(
        line: reader.line(of: password.isEmpty ? "password_file" : "password"), problem: "a password needs a user")
    }
  }
}
