import DisplayText
package import OwnerAPI

/// The program by which the owner talks with a wallet's daemon, as it is typed for the chain that is configured: without the
/// chain it would ask a daemon of the main one.
package struct WalletCommandLine: Sendable {
  /// The code of the currency, such as `LTC`.
  private let code: String
  /// The network of the currency, such as `regtest`.
  private let network: String

  package init(code: String, network: String) {
    (self.code, self.network) = (code, network)
  }

  package init(_ report: CurrencyReport) { self.init(code: report.code, network: report.network) }

  /// The command with the option that names the chain, such as `litecoin-cli -regtest`.
  package var text: String {
    switch code {
    case "LTC": "litecoin-cli" + chain
    case "BTC": "bitcoin-cli" + chain
    default: localized("its command line")
    }
  }

  private var chain: String { network == "mainnet" || network.isEmpty ? "" : " -\(network)" }

  /// What to do while the wallet is behind the network.
  var adviceToWait: String {
    switch (code, network) {
    case ("LTC", "regtest"), ("BTC", "regtest"):
      localized("Such a network has no others to hear of; it is up to date once a block is found: \(text) -generate 1")
    case ("LTC", _), ("BTC", _):
      localized(
        "It catches up by itself while it has peers, and receives meanwhile. How far it is: \(text) getblockchaininfo; its peers: "
          + "\(text) getconnectioncount")
    default:
      localized("It catches up by itself while its monerod has peers: type status at monerod, or: monerod status")
    }
  }
}
