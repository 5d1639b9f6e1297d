import Cryptography
import Ledger
import LightningInvoices
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import MockWallet
@testable import Orders

/// Orders of invoices with one payment hash. A node may have forgotten what it has paid, and the ledger has not.
@Suite struct PaidHashTests {
  private static let now = OrdersInFolder.start
  private static let hash = [UInt8](repeating: 7, count: 32)

  private static func with(_ body: (OrdersInFolder) async throws -> Void) async throws {
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 1_000_000)
    limits.asking = .never
    let backend = try #require(try MockNetwork().wallet("LTC"))
    try await OrdersInFolder.with([CurrencyWallet(backend: backend, limits: limits)], clock: ManualWallClock(now), body)
  }

  /// An order that a limit has approved. Each has an invoice of its own, and all have the same hash.
  private static func approved(_ name: String) throws -> OrderMachine {
    let invoice = try SignedInvoice(
      prefix: "rltc", millisatoshis: 100_000, paymentHash: hash, description: name, createdAt: 1_700_000_000
    ).text()
    var order = OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: name), app: OrdersInFolder.app, requestID: .random(), paramsDigest: "d",
        currency: "LTC", decimals: 8, address: invoice, amount: Amount(atomicUnits: 100), maxFee: nil,
        purpose: PaymentPurpose(description: nil), confirmationsWanted: 1, createdAt: now, expiresAt: nil))
    _ = order.handle(.created, at: now)
    _ = order.handle(.quoted(fee: Amount(atomicUnits: 4)), at: now)
    let yes = try #require(OrderApproval.standing(for: order, within: Amount(atomicUnits: 10_000), at: now))
    _ = order.handle(.approved(yes), at: now)
    return order
  }

  /// Stores an order that has its decision, and what its node has told of it since.
  private static func decided(
    _ name: String, _ events: [OrderEvent], _ world: OrdersInFolder
  ) async throws -> OrderMachine {
    var order = try approved(name)
    try await world.ledger.write { [order] transaction in try transaction.insertOrder(order) }
    for event in [.prepared(decision, isShared: false)] + events {
      let version = order.version
      _ = order.mayHandOver(at: now)
      guard order.handle(event, at: now).contains(.report) else { continue }
      try await world.ledger.write { [order] transaction in
        try transaction.updateOrder(order, expectedVersion: version)
      }
    }
    return order
  }

  private static let decision = SignedTransaction(
    transactionID: hash.hexadecimal, fee: Amount(atomicUnits: 4),
    blob: [1])

  /// It is told before the wallet is asked for anything, and ends the order.
  @Test func whatWasPaidOnceEndsWithoutTheNode() async throws {
    try await Self.with { world in
      let paid = try await Self.decided(
        "paid", [.commitDoubt, .lookedUp(.settled(fee: Amount(atomicUnits: 2)))], world)
      #expect(paid.state == .succeeded)
      let next = try Self.approved("next")
      try await world.ledger.write { transaction in try transaction.insertOrder(next) }
      try await world.orders.recover()
      let live = try #require(world.orders.live(next.terms.id))
      #expect(await live.prepare(Amount(atomicUnits: 4)) == .prepareFailed(.permanent(.alreadyPaid)))
    }
  }

  /// A failed order is certain not to be paid, and what the lost ledger had paid may be this one: its owner is asked.
  @Test(arguments: [false, true]) func whatIsPaidAlreadyMayBeAnOrderOfABackup(_ isOfBackup: Bool) async throws {
    let network = try MockNetwork()
    try network.control.inject(.failBefore(.alreadyPaid), at: .prepare, times: 1_000, currency: "LTC")
    let wallet = CurrencyWallet(backend: try #require(network.wallet("LTC")))
    try await OrdersInFolder.with([wallet], clock: ManualWallClock(Self.now)) { world in
      let order = try Self.approved("order")
      try await world.ledger.write { transaction in
        try transaction.insertOrder(order)
        if isOfBackup { try transaction.setRestored(at: Self.now) }
      }
      try await world.orders.recover()
      let live = try #require(world.orders.live(order.terms.id))
      #expect(
        await live.prepare(Amount(atomicUnits: 4)) == (isOfBackup ? .held : .prepareFailed(.permanent(.alreadyPaid))))
    }
  }

  /// The unit that stores the decision judges it once more.
  @Test(arguments: [[OrderEvent.commitDoubt], [.commitDoubt, .lookedUp(.settled(fee: Amount(atomicUnits: 2)))]])
  func noSecondDecisionIsStored(_ events: [OrderEvent]) async throws {
    try await Self.with { world in
      let store = world.orders.store
      let order = try Self.approved("second")
      #expect(await store.commit([try store.new(order)]) == .stored)
      _ = try await Self.decided("first", events, world)
      var next = order
      let event = OrderEvent.prepared(Self.decision, isShared: false)
      #expect(next.handle(event, at: Self.now).contains(.report))
      #expect(await store.commit([try store.next(next, after: order, event)]) == .refused(.hashTaken))
    }
  }

  /// What is certainly not paid may be tried by another order.
  @Test func anotherOrderMayFollowOneThatFailed() async throws {
    try await Self.with { world in
      let store = world.orders.store
      let failed = try await Self.decided("first", [.commitDoubt, .lookedUp(.undelivered)], world)
      #expect(failed.state == .failed)
      let order = try Self.approved("second")
      #expect(await store.commit([try store.new(order)]) == .stored)
      var next = order
      let event = OrderEvent.prepared(Self.decision, isShared: false)
      _ = next.handle(event, at: Self.now)
      #expect(await store.commit([try store.next(next, after: order, event)]) == .stored)
    }
  }
}
