import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import MockWallet
@testable import Orders

/// Payments from the request to the block, on a made-up network.
@Suite struct PayoutTests {
  private static let recipients = [1, 2, 3].map { MockAddress.example(currency: "LTC", number: $0) }

  private static func with(
    batching: Bool, _ body: (OrdersInFolder, MockControl, CurrencyWallet) async throws -> Void
  ) async throws {
    let clock = ManualWallClock(OrdersInFolder.start)
    let currency = MockCurrency(
      currency: Currency(
        code: "LTC", name: "LTC", decimals: 8, network: "mock", uriScheme: "litecoin", confirmations: 2),
      fee: Amount(atomicUnits: 1000), dust: Amount(atomicUnits: 1), funds: Amount(atomicUnits: 40_000_000), coins: 40)
    let network = try MockNetwork(MockNetwork.Configuration(currencies: [currency], seed: 1), clock: clock)
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 30_000_000)
    limits.asking = .never
    limits.isBatching = batching
    // Payments are gathered until there is one for each recipient, however long the machine takes.
    let gathering = OpenBatches(most: recipients.count, quiet: .seconds(600))
    let wallet = CurrencyWallet(try #require(network.wallet("LTC")), limits, gathering: gathering)
    try await OrdersInFolder.with([wallet], clock: clock) { world in try await body(world, network.control, wallet) }
  }

  @Test func aPaymentAloneIsAPayoutOfOne() async throws {
    try await Self.with(batching: false) { world, network, wallet in
      let order = try await world.submit("0.01", to: Self.recipients[0])
      #expect(order.state == .approved)
      let sent = try await world.order(order.terms.id, is: .inFlight)
      try network.mine(2)
      _ = try await world.orders.walletNews(wallet, all: true)
      #expect(try await world.order(order.terms.id, is: .succeeded).transactionID == sent.transactionID)
      #expect(world.told == ["approved", "submitting", "in_flight", "succeeded"])
      #expect(try network.broadcasts("LTC").map(\.commits) == [1])
    }
  }

  @Test func paymentsOfAnAppThatMayWaitForEachOtherLeaveTogetherAndOnce() async throws {
    try await Self.with(batching: true) { world, network, _ in
      var ids: [OrderID] = []
      for recipient in Self.recipients { ids.append(try await world.submit("0.01", to: recipient).terms.id) }
      var transactions: Set<String?> = []
      for id in ids { transactions.insert(try await world.order(id, is: .inFlight).transactionID) }
      #expect(transactions.count == 1, "they have one transaction")
      #expect(try network.broadcasts("LTC").allSatisfy { $0.commits == 1 })
      #expect(world.told.filter { $0 == "submitting" }.count == 3)
    }
  }

  @Test func nothingLeavesALockedWallet() async throws {
    try await Self.with(batching: true) { world, network, _ in
      #expect(try await world.orders.lock.lock(at: world.clock.now()))
      do {
        _ = try await world.submit("0.01", to: Self.recipients[0])
        Issue.record("the wallet is locked")
      } catch OrderRequestRefusal.locked {}
      #expect(try network.broadcasts("LTC").isEmpty && world.told.isEmpty)
    }
  }
}
