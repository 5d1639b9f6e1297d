package import WalletBackend

/// Why a configured wallet cannot be used. It is shown when the program starts.
package enum MoneroSetupError: Error, Sendable, Hashable {
  /// The URL is invalid.
  case invalidURL(String)
  /// The URL names another machine, and the configuration does not allow that.
  case remoteHost(String)
  /// The HTTP library could not be set up.
  case unusable
  /// The daemon is on another network; `found` is the daemon's name for it.
  case wrongNetwork(expected: MoneroNetwork, found: String)
  /// The wallet's own address belongs to another network.
  case wrongAddressNetwork(expected: MoneroNetwork, found: String)
  /// The wallet or the daemon did not answer as it should.
  case wallet(WalletError)
}
