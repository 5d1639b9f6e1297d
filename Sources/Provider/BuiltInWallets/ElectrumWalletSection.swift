import BitcoinWallet
import ElectrumWallet
import KeyStorage
import LightningWallet
package import PaymentsModel
package import Provider
package import WalletBackend

/// A daemon of Electrum, for Bitcoin, or of a fork of it for Litecoin.
package struct ElectrumWalletSection: Sendable {
  /// The currency code, such as `BTC`.
  package var currency = "BTC"
  /// The URL of the daemon, such as `http://127.0.0.1:7777`.
  package var url = ""
  /// The path of the wallet's file; empty for the one that the daemon takes by itself.
  package var wallet = ""
  /// `rpcuser` of the daemon.
  package var user = ""
  /// `rpcpassword` of the daemon.
  package var password = ""
  /// The path of a file whose first line is the password of the wallet itself, with which it signs. Only its owner may be
  /// able to read it.
  package var walletPasswordFile = ""
  /// The chain that the daemon has to use: `main`, `test` or `regtest`. Any other one is refused.
  package var chain = "main"
  /// Confirmations that settle a payment.
  package var confirmations = 6
  /// Seconds to wait for an answer.
  package var timeoutSeconds = 30
  /// Whether the wallet's Lightning channels are used, too.
  package var lightning = false
  /// Whether the daemon may run on another machine.
  package var allowRemote = false
  /// The limits of apps that have no limits of their own.
  package var limits = LimitsSection()

  /// A section in which nothing is set.
  package init() {}
}

extension ElectrumWalletSection: WalletSection {
  /// The `type` of the section.
  package var type: String { "electrum" }
  /// The one that is configured.
  package var currencyCodes: [String] { [currency] }

  /// Whether the password of the daemon is in it.
  package var holdsPassword: Bool { !password.isEmpty }
  /// The file with the wallet's password.
  package var secretFiles: [String] { walletPasswordFile.isEmpty ? [] : [walletPasswordFile] }

  /// Those of the section.
  package func limits(of currency: String) -> LimitsSection { limits }

  /// Makes the wallet; the daemon is not asked yet.
  package func make(clock: any WallClock, stateFolder: String) throws(WalletSetupError) -> [any WalletBackend] {
    guard let chain = BitcoinChain(rawValue: self.chain) else {
      throw WalletSetupError(problem: "chain: \(self.chain)")
    }
    let configuration = ElectrumWalletConfiguration(
      family: currency == "LTC" ? .litecoin : .bitcoin, chain: chain, url: url, wallet: wallet.isEmpty ? nil : wallet,
      user: user, password: password, walletPassword: try readWalletPassword(), timeout: .seconds(timeoutSeconds),
      confirmations: confirmations, allowRemote: allowRemote)
    do throws(BitcoinSetupError) {
      let wallet = try ElectrumWallet(configuration)
      guard lightning else { return [wallet] }
      return [LightningWallet(chain: wallet, node: try ElectrumLightning(wallet), clock: clock)]
    } catch {
      throw WalletSetupError(
        error, of: currency,
        form: "the URL of a daemon, such as http://127.0.0.1:7777; the user and the password have keys of their own")
    }
  }

  private func readWalletPassword() throws(WalletSetupError) -> String? {
    guard !walletPasswordFile.isEmpty else { return nil }
    return try PassphraseFile.line(of: walletPasswordFile, currency: currency, key: "wallet_password_file")
  }
}

extension ElectrumWalletSection {
  /// Reads a section of the configuration.
  ///
  /// - Throws: `ConfigurationError` where something of it is wrong.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    try reader.string("currency", into: &currency)
    try reader.string("url", into: &url)
    try reader.string("wallet", into: &wallet)
    try reader.string("user", into: &user)
    try reader.string("password", into: &password)
    try reader.string("wallet_password_file", into: &walletPasswordFile)
    try reader.string("chain", into: &chain)
    try reader.integer("confirmations", 1...1000, into: &confirmations)
    try reader.integer("timeout_seconds", 1...600, into: &timeoutSeconds)
    try reader.boolean("lightning", into: &lightning)
    try reader.boolean("allow_remote", into: &allowRemote)
    limits = try reader.limits()
    try reader.finish()
    guard ["BTC", "LTC"].contains(currency) else {
      throw ConfigurationError(line: reader.line(of: "currency"), problem: "currency must be BTC or LTC")
    }
    guard !url.isEmpty else {
      throw ConfigurationError(line: reader.line(of: "url"), problem: "url must name the daemon of Electrum")
    }
    try reader.requireChain(chain)
  }
}
