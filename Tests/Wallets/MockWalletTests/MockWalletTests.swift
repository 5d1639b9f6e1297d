import MockWallet
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct MockWalletTests {
  let network: MockNetwork
  let wallet: MockWallet

  init() throws {
    network = try MockNetwork()
    wallet = try #require(network.wallet("LTC"))
  }

  private func intent(_ litoshi: UInt128 = 100_000) -> PaymentIntent {
    PaymentIntent(address: MockAddress.example(currency: "LTC"), amount: Amount(atomicUnits: litoshi))
  }

  private func prepare(_ wallet: MockWallet) async throws -> SignedTransaction {
    try await wallet.prepare(intent(), feeCap: Amount(atomicUnits: 30_000))
  }

  @Test func tellsAddressesApart() async throws {
    let address = try await wallet.newAddress(label: "one")
    #expect(address.hasPrefix("mockltc1"))
    #expect(try await wallet.checkAddress(address) == .valid(address))
    #expect(try await wallet.checkAddress(address.uppercased()) == .valid(address))
    #expect(try await wallet.checkAddress(address.dropLast() + "9") == .malformed)
    #expect(try await wallet.checkAddress(MockAddress.example(currency: "LTC", network: .test)) == .wrongNetwork)
    #expect(try await wallet.checkAddress(MockAddress.example(currency: "XMR")) == .malformed)
    #expect(try await wallet.checkAddress("") == .malformed)
    #expect(try await wallet.newAddress(label: "two") != address)
  }

  @Test func theSameSeedMakesTheSameWorld() async throws {
    let twin = try #require(MockNetwork().wallet("LTC"))
    let other = try #require(MockNetwork(.init(seed: 2)).wallet("LTC"))
    let address = try await wallet.newAddress(label: "")
    #expect(try await twin.newAddress(label: "") == address)
    #expect(try await other.newAddress(label: "") != address)
    let signedTransaction = try await prepare(wallet)
    #expect(try await prepare(twin) == signedTransaction)
  }

  @Test func aFaultBeforeTheCommitLeavesNothing() async throws {
    let signedTransaction = try await prepare(wallet)
    try network.control.inject(.failBefore(.timeout), at: .commit, currency: "LTC")
    await #expect(throws: WalletError.timeout) { try await wallet.commit(signedTransaction) }
    #expect(try network.control.broadcasts("LTC").isEmpty)
    #expect(try await wallet.commit(signedTransaction) == .accepted)
    #expect(try network.control.broadcasts("LTC").map(\.transactionID) == [signedTransaction.transactionID])
  }

  @Test func aFaultAfterTheCommitHasTheEffect() async throws {
    let signedTransaction = try await prepare(wallet)
    try network.control.inject(.failAfter(.timeout), at: .commit, currency: "LTC")
    await #expect(throws: WalletError.timeout) { try await wallet.commit(signedTransaction) }
    #expect(try await wallet.lookup(signedTransaction) == .pool)
    #expect(try await wallet.commit(signedTransaction) == .accepted)
    let broadcasts = try network.control.broadcasts("LTC")
    #expect(broadcasts.count == 1)
    #expect(broadcasts.first?.commits == 2)
  }

  /// As with real wallets: what spends the change of a transaction can be in no block without it.
  @Test func whatSpendsTheChangeOfADeadTransactionIsDead() async throws {
    var litecoin = MockCurrency.litecoin
    litecoin.coins = 1
    let network = try MockNetwork(.init(currencies: [litecoin]))
    let wallet = try #require(network.wallet("LTC"))
    let parent = try await prepare(wallet)
    #expect(try await wallet.commit(parent) == .accepted)
    let child = try await prepare(wallet)
    #expect(try await wallet.commit(child) == .accepted)
    let forgotten = try await prepare(wallet)
    #expect(try await wallet.commit(forgotten) == .accepted)
    try network.control.drop(forgotten.transactionID, currency: "LTC")
    try network.control.doubleSpend(parent.transactionID, currency: "LTC")
    for dead in [parent, child, forgotten] {
      #expect(try await wallet.lookup(dead) == .conflicted(confirmations: 1))
      #expect(try await wallet.commit(dead) == .rejected(.conflicted))
    }
    try network.control.reorganise(1, currency: "LTC")
    for alive in [parent, child, forgotten] { #expect(try await wallet.lookup(alive) == .pool) }
  }

  @Test func otherFaults() async throws {
    let forgotten = try await prepare(wallet)
    try network.control.inject(.forget, at: .commit, currency: "LTC")
    #expect(try await wallet.commit(forgotten) == .accepted)
    #expect(try await wallet.lookup(forgotten) == .unknown)
    #expect(try await wallet.commit(forgotten) == .accepted)
    #expect(try await wallet.lookup(forgotten) == .pool)

    let rejected = try await prepare(wallet)
    try network.control.inject(.reject, at: .commit, currency: "LTC")
    #expect(try await wallet.commit(rejected) == .rejected(.conflicted))
    #expect(try await wallet.lookup(rejected) == .conflicted(confirmations: 1))
    #expect(try await wallet.commit(rejected) == .rejected(.conflicted))

    try network.control.inject(.nonsense, at: .quote, times: 2, currency: "LTC")
    for _ in 0..<2 {
      await #expect(throws: WalletError.protocolViolation(code: nil)) { try await wallet.quote(intent()) }
    }
    #expect(try await wallet.quote(intent()).fee == Amount(atomicUnits: 28_200))
  }

  @Test func statusDecidesWhatWorks() async throws {
    try network.control.setStatus(.locked, currency: "LTC")
    #expect(await wallet.status() == .locked)
    await #expect(throws: WalletError.locked) { try await prepare(wallet) }
    _ = try await wallet.newAddress(label: "")
    try network.control.setStatus(.syncing, currency: "LTC")
    await #expect(throws: WalletError.syncing) { try await wallet.quote(intent()) }
    try network.control.setStatus(.unavailable, currency: "LTC")
    await #expect(throws: WalletError.unavailable) { try await wallet.newAddress(label: "") }
  }

  @Test func latencyIsWaitedForByTheSleeper() async throws {
    let (slept, report) = AsyncStream.makeStream(of: Duration.self)
    let network = try MockNetwork(sleep: { report.yield($0) })
    try network.control.setLatency(.seconds(3), of: .quote, currency: "LTC")
    _ = try await network.wallet("LTC")?.quote(intent())
    report.finish()
    #expect(await slept.reduce(.zero, +) == .seconds(3))
  }

  @Test func aCallThatIsHeldUpGoesOnWhenTheLatencyEnds() async throws {
    let held = Mutex<MockControl?>(nil)
    let network = try MockNetwork(sleep: { _ in
      try held.withLock { try $0?.setLatency(nil, of: .quote, currency: "LTC") }
    })
    held.withLock { $0 = network.control }
    try network.control.setLatency(.seconds(3600), of: .quote, currency: "LTC")
    _ = try await network.wallet("LTC")?.quote(intent())
  }

  @Test func blocksComeWithTimeWhileSomethingIsYoung() async throws {
    let clock = ManualWallClock(Timestamp(milliseconds: 0))
    let network = try MockNetwork(.init(blockInterval: .seconds(10)), clock: clock)
    let wallet = try #require(network.wallet("LTC"))
    clock.advance(by: .seconds(1000))
    #expect(try network.control.height("LTC") == 0)
    let address = try await wallet.newAddress(label: "")
    try network.control.receive(address, amount: DecimalAmount("1.5"))
    #expect(try await wallet.transfers(since: nil, depth: 6).transfers.map(\.confirmations) == [0])
    clock.advance(by: .seconds(29))
    #expect(try await wallet.transfers(since: nil, depth: 6).transfers.map(\.confirmations) == [2])
    clock.advance(by: .seconds(100_000))
    #expect(try network.control.height("LTC") == 100)
  }

  @Test func receivingIsScripted() async throws {
    #expect(throws: MockControlError.unknownAddress) {
      try network.control.receive(MockAddress.example(currency: "LTC"), amount: DecimalAmount("1"))
    }
    let address = try await wallet.newAddress(label: "")
    #expect(throws: MockControlError.invalidAmount) {
      try network.control.receive(address, amount: DecimalAmount("0.000000001"))
    }
    let receipt = try network.control.receive(address.uppercased(), amount: DecimalAmount("0.00000001"))
    #expect(receipt.currency == "LTC")
    let page = try await wallet.transfers(since: nil, depth: 1)
    #expect(page.transfers.map(\.transactionID) == [receipt.transactionID])
    #expect(try await wallet.balance().pending == Amount(atomicUnits: 1))
  }
}
