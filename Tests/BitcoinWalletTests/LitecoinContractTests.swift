import TestSupport
import Testing
import WalletContract

/// The contract of all backends, held against a real litecoind in regtest.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinContractTests {
  @Test func contract() async throws {
    try await LitecoinRegtest.with { daemon in
      let report = await WalletContract.run("litecoind") { clause in
        let world = try await LitecoinWorld.new(daemon)
        let result = try await clause.check(world)
        return result
      }
      print(report)
      #expect(report.isFulfilled, "\(report)")
    }
  }

  @Test(arguments: ProofContract.allCases)
  func proofs(_ clause: ProofContract) async throws {
    try await LitecoinRegtest.with { daemon in try await clause.check(LitecoinWorld(daemon)) }
  }
}
