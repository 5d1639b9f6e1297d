import MockWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// Tests the contract of all backends with the mock backend.
@Suite struct MockContractTests {
  @Test(arguments: ["LTC", "XMR"])
  func contract(_ currency: String) async throws {
    let report = await WalletContract.run("mock wallet, \(currency)") { clause in
      try await clause.check(MockWorld(currency: currency))
    }
    print(report)
    #expect(report.isFulfilled, "\(report)")
  }
}

private struct MockWorld: WalletContractWorld {
  let network: MockNetwork
  let currency: String
  let payer: any WalletBackend
  let shop: any WalletBackend

  init(currency: String) throws {
    network = try MockNetwork()
    self.currency = currency
    payer = try #require(network.wallet(currency, name: "payer"))
    shop = try #require(network.wallet(currency, name: "shop"))
  }

  var wrongNetworkAddress: String { MockAddress.example(currency: currency, network: .test) }

  func mine(_ blocks: Int) throws { try network.control.mine(blocks, currency: currency) }

  func takeBack(_ blocks: Int) throws { try network.control.reorganise(blocks, currency: currency) }

  func doubleSpend(_ signedTransaction: SignedTransaction) throws {
    try network.control.doubleSpend(signedTransaction, currency: currency)
  }

  func raiseFee(of transactionID: String) throws {
    try network.control.raiseFee(of: transactionID, currency: currency)
  }

  func crash() async throws {
    try network.control.setStatus(.unavailable, currency: currency)
    try network.control.forgetLocks(currency: currency)
  }

  func restart() throws { try network.control.setStatus(.ready, currency: currency) }

  /// In one round the calls have no effect. In the next one they take effect, but their answers are lost.
  func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async throws {
    for step in [MockStep.prepare, .commit, .lookup, .release, .lock] {
      try network.control.inject(
        round == 0 ? .failBefore(.unavailable) : .failAfter(.unavailable), at: step, currency: currency)
    }
    await calls()
    try await crash()
  }

  func setLocked(_ isLocked: Bool) throws {
    try network.control.setStatus(isLocked ? .locked : .ready, currency: currency)
  }

  func setHanging(_ isHanging: Bool) throws {
    for step in MockStep.allCases {
      try network.control.setLatency(isHanging ? .seconds(3600) : nil, of: step, currency: currency)
    }
  }

  func otherSpellings(of address: String) -> [String] { [address.uppercased()] }
}
