import BitcoinWallet
import Cryptography
import KeyStorage
import Provider

/// What the sections of several wallets have in common.
extension ConfigurationReader {
  /// Refuses a chain of another name than `main`, `test` or `regtest`.
  func requireChain(_ chain: String) throws(ConfigurationError) {
    guard BitcoinChain(rawValue: chain) != nil else {
      throw ConfigurationError(line: line(of: "chain"), problem: "chain must be main, test or regtest")
    }
  }
}

extension WalletSetupError {
  /// Tells why a wallet cannot be made. The URL is not repeated, because it may contain a password.
  ///
  /// - Parameters:
  ///   - currency: the code of the currency.
  ///   - form: what `url` is to be, and where the credentials belong instead.
  init(_ error: BitcoinSetupError, of currency: String, form: String) {
    switch error {
    case .invalidURL: self.init(problem: "\(currency): url is not \(form)")
    case .remoteHost:
      self.init(problem: "\(currency): url is that of another machine; set allow_remote: true if that is meant")
    case .unusable: self.init(problem: "\(currency): \(error)")
    }
  }
}

extension PassphraseFile {
  /// Returns the first line of a file that only its owner can read.
  ///
  /// - Parameter key: the key of the configuration that names the file.
  static func line(of path: String, currency: String, key: String) throws(WalletSetupError) -> String? {
    do throws(KeyStoreError) {
      let secret = try PassphraseFile(path: path).passphrase(for: path, attempt: 0)
      return secret.map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    } catch {
      throw WalletSetupError(problem: "\(currency): \(key): \(error)")
    }
  }
}
