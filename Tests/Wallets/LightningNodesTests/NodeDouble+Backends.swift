import BitcoinWallet
import LightningNodes
import LightningWallet
import TestSupport

extension NodeDouble {
  /// A backend for the node, as a program has one that was just started.
  func node(macaroon: String? = nil) throws -> any StandaloneNode {
    var configuration = NodeConfiguration(
      chain: .test, url: server.url, credential: .secret("secret"), timeout: .seconds(5))
    switch program {
    case .cln: return try CLNNode(configuration, clock: clock)
    case .lnd:
      configuration.credential = .macaroon(path: macaroon ?? macaroonPath)
      return try LNDNode(configuration)
    case .phoenixd: return try PhoenixdNode(configuration)
    }
  }

  /// A wallet of the node alone, as a program has one that was just started.
  ///
  /// - Parameter patience: how long a commit waits for an attempt.
  func wallet(patience: Duration = .seconds(120)) throws -> LightningWallet {
    LightningWallet(alone: try node(), clock: clock, patience: patience, uptime: clock.uptime)
  }
}
