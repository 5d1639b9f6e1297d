import TestSupport
import Testing
import WalletContract

/// Tests the contract of all backends with a real monerod and two monero-wallet-rpc in regtest.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "monero is not installed"))
struct MoneroContractTests {
  @Test func contract() async {
    let report = await WalletContract.run("monero") { clause in
      try await MoneroRegtest.with { network in
        try await clause.check(
          MoneroWorld(
            network,
            victims: [.continuesOverARestart, .provesNothingWhileDown].contains(clause) ? [.shop, .payer] : [.payer],
            crashesDaemon: clause == .isUnavailableWhileDown))
      }
    }
    print(report)
    #expect(report.isFulfilled, "\(report)")
  }
}
