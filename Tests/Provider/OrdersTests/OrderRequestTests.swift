import JSON
import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import Orders

/// A request to pay, where something changes while the wallet is asked.
@Suite struct OrderRequestTests {
  private static func wallet(
    limits: PaymentLimits = .askAlways, fee: @escaping @Sendable () -> Amount = { Amount(atomicUnits: 4) }
  ) -> CurrencyWallet {
    var backend = ScriptedWallet("LTC") { .ready }
    backend.fee = fee
    return CurrencyWallet(backend: backend, limits: limits)
  }

  /// Whether a yes needs the PIN is judged by what the ledger has as it stores the yes.
  @Test func aYesWithoutThePINThatWasSetMeanwhilePaysNothing() async throws {
    try await OrdersInFolder.with([Self.wallet()], scopes: ["pay", "balance"]) { world in
      let order = try await world.submit()
      let live = try #require(world.orders.live(order.terms.id))
      try await world.setPIN()
      let approver = Approver(orders: world.orders)
      func yes(hasPIN: Bool) -> Approver.OwnerApproval {
        Approver.OwnerApproval(seenCap: Amount(atomicUnits: 1000), hasPIN: hasPIN, via: nil)
      }
      #expect(await approver.approve(live, yes(hasPIN: false)) == .notAllowed(.needsPIN))
      #expect(live.order.state == .awaitingApproval)
      guard case .approved = await approver.approve(live, yes(hasPIN: true)) else {
        Issue.record("the PIN was there")
        return
      }
      #expect(world.told.prefix(2) == ["awaiting_approval", "approved"])
    }
  }

  /// The owner's yes covers the fee that was seen, and no more.
  @Test func aYesToALowerFeeIsNone() async throws {
    try await OrdersInFolder.with([Self.wallet()], scopes: ["pay", "balance"]) { world in
      let live = try #require(world.orders.live(try await world.submit().terms.id))
      let cap = FeeCap.shown(for: Amount(atomicUnits: 4))
      let seen = Approver.OwnerApproval(seenCap: Amount(atomicUnits: 3), hasPIN: false, via: nil)
      let approver = Approver(orders: world.orders)
      #expect(await approver.obstacle(to: live, seenCap: seen.seenCap) == .feeRisen(cap))
      #expect(await approver.approve(live, seen) == .feeRisen(cap))
      #expect(await approver.obstacle(to: live, seenCap: cap) == nil)
      #expect(world.told == ["awaiting_approval"])
      #expect(await world.orders.deny(live)?.state == .rejected)
      #expect(world.told == ["awaiting_approval", "rejected"])
    }
  }

  /// The time of a payment passes while the wallet is asked what it costs.
  @Test func aPaymentThatExpiresWhileItIsQuotedIsRefusedAsSuch() async throws {
    let clock = ManualWallClock(OrdersInFolder.start)
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 1000)
    limits.asking = .never
    let wallet = Self.wallet(limits: limits) {
      clock.advance(by: .seconds(60))
      return Amount(atomicUnits: 4)
    }
    try await OrdersInFolder.with([wallet], scopes: ["pay", "balance"], clock: clock) { world in
      do {
        _ = try await world.submit(expiresAt: OrdersInFolder.start.advanced(by: .seconds(10)))
        Issue.record("it has expired")
      } catch OrderRequestRefusal.expired {}
      #expect(world.told.isEmpty)
    }
  }

  /// Copies of a request are one order, whatever comes between.
  @Test func aRepeatedRequestIsTheSameOrder() async throws {
    try await OrdersInFolder.with([Self.wallet()]) { world in
      let id = PaymentRequestID.random()
      let orders = try await withThrowingTaskGroup(of: OrderID.self) { group in
        for _ in 0..<8 { group.addTask { try await world.submit(requestID: id).terms.id } }
        return try await group.reduce(into: Set<OrderID>()) { $0.insert($1) }
      }
      #expect(orders.count == 1 && world.told == ["awaiting_approval"])
    }
  }

  /// An app could find the end of the funds by fees that it does not accept, and the owner would see nothing.
  @Test(arguments: [false, true]) func refusedFeesAreRecordedAndFew(_ seesFunds: Bool) async throws {
    let asked = Mutex(0)
    let wallet = Self.wallet {
      asked.withLock { $0 += 1 }
      return Amount(atomicUnits: 4)
    }
    try await OrdersInFolder.with([wallet], scopes: seesFunds ? ["pay", "balance"] : ["pay"]) { world in
      var refusals: [String] = []
      for _ in 0..<15 {
        do {
          _ = try await world.submit(maxFee: "0.00000003")
        } catch OrderRequestRefusal.feeTooHigh {
          refusals.append("too high")
        } catch OrderRequestRefusal.feesRefusedTooOften {
          refusals.append("too often")
        }
      }
      let few = Array(repeating: "too high", count: 12)
      #expect(refusals == few + Array(repeating: seesFunds ? "too high" : "too often", count: 3))
      #expect(asked.withLock { $0 } == (seesFunds ? 15 : 12), "the wallet is not asked in vain")
      // What names no fee goes on.
      _ = try await world.submit()
      let log = try await world.ledger.read { reader in try reader.audit(limit: 100) }
      #expect(log.count { $0.kind == "order.fee_refused" } == (seesFunds ? 0 : 12))
    }
  }
}
