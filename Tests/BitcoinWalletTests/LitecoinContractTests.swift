import TestSupport
import Testing
import WalletContract

/// The contract of all backends, held against a real litecoind in regtest. One daemon at a time.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinContractTests {
  @Test(arguments: WalletContract.allCases)
  func contract(_ clause: WalletContract) async throws {
    try await LitecoinRegtest.with { daemon in try await clause.check(LitecoinWorld(daemon)) }
  }

  @Test(arguments: ProofContract.allCases)
  func proofs(_ clause: ProofContract) async throws {
    try await LitecoinRegtest.with { daemon in try await clause.check(LitecoinWorld(daemon)) }
  }
}
