package import WalletBackend

/// Why a configured daemon cannot be used. It is shown when the program starts.
package enum BitcoinSetupError: Error, Sendable, Hashable {
  /// The URL is invalid.
  case invalidURL
  /// The URL names another machine, and the configuration does not allow that.
  case remoteHost
  /// The HTTP library could not be set up.
  case unusable
  /// The daemon is on another chain.
  case wrongChain(expected: BitcoinChain, found: String)
  /// The daemon runs, but has not loaded the wallet.
  case walletNotLoaded
  /// The daemon did not answer as it should.
  case daemon(WalletError)
}
