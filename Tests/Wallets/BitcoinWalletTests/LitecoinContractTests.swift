import TestSupport
import Testing
import WalletContract

/// Tests the contract of all backends with a real litecoind in regtest.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinContractTests {
  @Test func contract() async throws {
    try await LitecoinRegtest.with { daemon in
      let report = await WalletContract.run("litecoind") { clause in
        try await clause.check(LitecoinWorld.new(daemon))
      }
      print(report)
      #expect(report.isFulfilled, "\(report)")
    }
  }
}
