import MockWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// The contract of all backends, held by the mock one.
@Suite struct MockContractTests {
  @Test(arguments: WalletContract.allCases, ["LTC", "XMR"])
  func contract(_ clause: WalletContract, _ currency: String) async throws {
    try await clause.check(MockWorld(currency: currency))
  }

  @Test(arguments: ProofContract.allCases, ["LTC", "XMR"])
  func proofs(_ clause: ProofContract, _ currency: String) async throws {
    try await clause.check(MockWorld(currency: currency))
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

  func doubleSpend(_ artefact: PaymentArtefact) throws {
    try network.control.doubleSpend(artefact, currency: currency)
  }

  func crash() throws {
    try network.control.setStatus(.unavailable, currency: currency)
    try network.control.forgetLocks(currency: currency)
  }

  func restart() throws { try network.control.setStatus(.ready, currency: currency) }
}
