package import WalletBackend

/// Why a configured daemon cannot be used at all: for the message at start.
package enum BitcoinSetupError: Error, Sendable, Hashable {
  /// The URL is none.
  case invalidURL
  /// The URL is of another machine, and that was not allowed.
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
