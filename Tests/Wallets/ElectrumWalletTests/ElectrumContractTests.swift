import TestSupport
import Testing
import WalletContract

/// Tests the contract of all backends with a real Electrum and its server before litecoind in regtest.
@Suite(.serialized, .enabled(if: ElectrumRegtest.isInstalled, "Electrum is not installed"))
struct ElectrumContractTests {
  @Test func contract() async throws {
    let network = try await ElectrumRegtest.started()
    let payer = try await network.wallet("payer")
    let shop = try await network.wallet("shop")
    let report = await WalletContract.run("electrum") { clause in
      try await clause.check(ElectrumWorld.new(network, payer: payer, shop: shop))
    }
    print(report)
    #expect(report.isFulfilled, "\(report)")
  }

  /// The same for payments by hash, through a channel.
  @Test func lightningContract() async throws {
    let network = try await ElectrumRegtest.started()
    let payer = try await network.wallet("payer", hasChannels: true)
    let shop = try await network.wallet("shop", hasChannels: true)
    try await ElectrumChannelWorld.openChannel(network, from: payer, to: shop)
    let report = await LightningContract.run("electrum, Lightning") { clause in
      try await clause.check(ElectrumChannelWorld(payer: payer, shop: shop))
    }
    print(report)
    #expect(report.isFulfilled, "\(report)")
  }
}
