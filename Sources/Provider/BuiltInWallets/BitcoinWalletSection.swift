import BitcoinWallet
package import PaymentsModel
package import Provider
package import WalletBackend

/// A daemon of the Bitcoin Core family: Litecoin Core, Bitcoin Core.
package struct BitcoinWalletSection: Sendable {
  /// The currency code, such as `LTC`.
  package var currency = "LTC"
  /// The URL of the daemon, such as `http://127.0.0.1:9332`.
  package var url = ""
  /// The name of the wallet in the daemon; empty for the default wallet.
  package var wallet = ""
  /// The RPC user.
  package var user = ""
  /// The RPC password.
  package var password = ""
  /// The path of the cookie file, which replaces user and password.
  package var cookieFile = ""
  /// The chain that the daemon has to use: `main`, `test` or `regtest`. Any other one is refused.
  package var chain = "main"
  /// Confirmations that settle a payment.
  package var confirmations = 6
  /// Seconds to wait for an answer.
  package var timeoutSeconds = 5
  /// Whether the daemon may run on another machine.
  package var allowRemote = false
  /// The limits of apps that have no limits of their own.
  package var limits = LimitsSection()

  /// A section in which nothing is set.
  package init() {}
}

extension BitcoinWalletSection: WalletSection {
  /// The `type` of the section.
  package var type: String { "bitcoin" }
  /// The one that is configured.
  package var currencyCodes: [String] { [currency] }

  /// Whether the password of the daemon is in it.
  package var holdsPassword: Bool { !password.isEmpty }

  /// Those of the section.
  package func limits(of currency: String) -> LimitsSection { limits }

  /// Makes the wallet; the daemon is not asked yet.
  package func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    guard let chain = BitcoinChain(rawValue: self.chain) else {
      throw WalletSetupError(problem: "chain: \(self.chain)")
    }
    let configuration = BitcoinWalletConfiguration(
      family: currency == "BTC" ? .bitcoin : .litecoin, chain: chain, url: url,
      wallet: wallet.isEmpty ? nil : wallet,
      credentials: cookieFile.isEmpty
        ? .password(user: user, password: password) : .cookieFile(cookieFile),
      timeout: .seconds(timeoutSeconds), confirmations: confirmations,
      allowRemote: allowRemote)
    do throws(BitcoinSetupError) {
      return [try BitcoinWallet(configuration)]
    } catch {
      throw WalletSetupError(
        error, of: currency,
        form: "the URL of a daemon, such as http://127.0.0.1:9332; the user and the password have keys of their own")
    }
  }
}

extension BitcoinWalletSection {
  /// Reads a section of the configuration.
  ///
  /// - Parameter line: where it stands in the file.
  /// - Throws: `ConfigurationError` where something of it is wrong.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    try reader.string("currency", into: &currency)
    try reader.string("url", into: &url)
    try reader.string("wallet", into: &wallet)
    try reader.string("user", into: &user)
    try reader.string("password", into: &password)
    try reader.string("cookie_file", into: &cookieFile)
    try reader.string("chain", into: &chain)
    try reader.integer("confirmations", 1...1000, into: &confirmations)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("allow_remote", into: &allowRemote)
    limits = try reader.limits()
    try reader.finish()
    guard ["LTC", "BTC"].contains(currency) else {
      throw ConfigurationError(line: reader.line(of: "currency"), problem: "currency must be LTC or BTC")
    }
    guard !url.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "url"), problem: "url must name the daemon")
    }
    try reader.requireChain(chain)
    guard cookieFile.isEmpty || (user.isEmpty && password.isEmpty) else {
      throw ConfigurationError(
        line: reader.line(of: "cookie_file"), problem: "set either cookie_file, or user and password")
    }
  }
}
