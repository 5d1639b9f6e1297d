import Testing
import WalletBackend
import WalletContract

@Suite struct ExampleContractTests {
  @Test func theExampleHoldsTheContract() async throws {
    let report = await WalletContract.run("example wallet") { try await $0.check(ExampleWorld()) }
    print(report)
    #expect(report.isFulfilled, "\(report)")
    for row in report.rows {
      let expected: WalletContractResult =
        switch row.clause.chapter {
        case .proving: .notApplicable("it is no ProvingWallet")
        case .payouts: .notApplicable("each payment has a transaction of its own")
        case .receiving, .paying, .trouble: .passed
        }
      #expect(row.result == expected, "\(row.clause)")
    }
  }

  @Test(arguments: WalletContractNeed.allCases)
  func whatAWorldLacksIsSaid(_ need: WalletContractNeed) async throws {
    let clauses = WalletContract.allCases.filter { $0.needs.contains(need) }
    #expect(!clauses.isEmpty)
    let report = await WalletContract.run("poor", clauses) { try await $0.check(PoorWorld(lacks: [need: "a reason"])) }
    #expect(report.isFulfilled)
    #expect(report.rows.map(\.result) == clauses.map { _ in .notApplicable("a reason") })
    #expect(report.description.contains("not applicable: a reason"))
    // If a feature is neither implemented nor declared as missing, no clause passes.
    let silent = await WalletContract.run("silent", clauses) { try await $0.check(PoorWorld(lacks: [:])) }
    #expect(silent.failures.count == clauses.count - clauses.count { [.proving, .payouts].contains($0.chapter) })
  }

  @Test func aFailureIsInTheTable() async throws {
    let report = await WalletContract.run("broken", [.followsATransfer, .honoursTheFeeCap]) { _ in
      throw ContractViolation(description: "it is broken")
    }
    #expect(!report.isFulfilled && report.failures.count == 2)
    #expect(report.description.contains("FAILED: followsATransfer: it is broken"))
    #expect(report.description.contains("0 passed, 0 not applicable, 2 failed"))
  }
}

/// A world that implements nothing except blocks.
private struct PoorWorld: WalletContractWorld {
  let world = ExampleWorld()
  let lacks: [WalletContractNeed: String]

  var payer: any WalletBackend { world.payer }
  var shop: any WalletBackend { world.shop }
  var wrongNetworkAddress: String { world.wrongNetworkAddress }

  func mine(_ blocks: Int) { world.mine(blocks) }
}
