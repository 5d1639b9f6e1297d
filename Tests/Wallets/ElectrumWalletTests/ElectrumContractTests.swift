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
}
