import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import WalletBackend
import WalletContract

/// Two wallets of a real network.
struct MoneroWorld: WalletContractWorld {
  let network: MoneroRegtest
  let payer: any WalletBackend
  let shop: any WalletBackend
  /// The wallets that a crash ends. They are few, because opening one again takes seconds.
  private let victims: [MoneroRegtest.Wallet]
  /// Whether a crash ends `monerod` too.
  private let crashesDaemon: Bool

  init(
    _ network: MoneroRegtest, victims: [MoneroRegtest.Wallet] = MoneroRegtest.Wallet.allCases,
    crashesDaemon: Bool = false
  ) throws {
    self.network = network
    self.victims = victims
    self.crashesDaemon = crashesDaemon
    payer = try MoneroWallet(Self.configuration(network, .payer))
    shop = try MoneroWallet(Self.configuration(network, .shop))
  }

  static func configuration(_ network: MoneroRegtest, _ wallet: MoneroRegtest.Wallet) -> MoneroWalletConfiguration {
    MoneroWalletConfiguration(
      walletURL: network.url(wallet), daemonURL: network.daemonURL,
      login: .init(user: network.user, password: network.password), network: .regtest, timeout: .seconds(60))
  }

  let confirmationsToSpend = 10

  let lacks: [WalletContractNeed: String] = [
    .raisingFees: "a transaction of Monero cannot take the place of another one",
    .locking: "monero-wallet-rpc has its wallet open, or has none",
    .otherSpellings: "an address has one spelling",
  ]

  let mayDoubtConflicts = true

  /// An address of stagenet.
  let wrongNetworkAddress =
    "53teqCAESLxeJ1REzGMAat1ZeHvuajvDiXqboEocPaDRRmqWoVPzy46GLo866qRFjbNhfkNckyhST3WEvBviDwpUDd7DSzB"

  func mine(_ blocks: Int) async throws { try await network.mine(blocks) }

  func takeBack(_ blocks: Int) async throws { try await network.takeBack(blocks) }

  func doubleSpend(_ signedTransaction: SignedTransaction) async throws {
    let images = try JSONValue(parsing: signedTransaction.blob)["key_images"]?.arrayValue ?? []
    try await network.doubleSpend(images, insteadOf: signedTransaction.transactionID)
  }

  func crash() async throws {
    if crashesDaemon { await network.killDaemon() }
    for wallet in victims { await network.kill(wallet) }
  }

  func restart() async throws { try await network.start() }

  func setHanging(_ isHanging: Bool) async throws { try await network.pause(.payer, isHanging) }
}
