package import WalletBackend

/// Why a configured wallet cannot be used at all: for the message at start.
package enum MoneroSetupError: Error, Sendable, Hashable {
  /// The URL is none.
  case invalidURL(String)
  /// The URL is of another machine, and that was not allowed.
  case remoteHost(String)
  /// The HTTP library could not be set up.
  case unusable
  /// The daemon is on another network, by the name that it gives it.
  case wrongNetwork(expected: MoneroNetwork, found: String)
  /// The wallet's own address is one of another network.
  case wrongAddressNetwork(expected: MoneroNetwork, found: String)
  /// The wallet or the daemon did not answer as it should.
  case wallet(WalletError)
}
