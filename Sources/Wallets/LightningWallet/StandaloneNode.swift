package import PaymentsModel
package import WalletBackend

/// A node that is used for Lightning alone: whatever it has on the chain is its own affair.
package protocol StandaloneNode: LightningNode {
  /// The currency of its channels.
  var currency: Currency { get }

  /// Whether the node can be used now and why not, without a look at its channels. It is asked every few seconds.
  func glance() async -> WalletGlance
}

extension LightningWallet {
  /// Makes a wallet of a node alone.
  package convenience init(
    alone node: any StandaloneNode, clock: any WallClock, patience: Duration = .seconds(10),
    uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.init(chain: NoChain(node: node), node: node, clock: clock, patience: patience, uptime: uptime)
  }
}
