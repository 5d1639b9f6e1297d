import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import MockWallet
@testable import Orders

/// Orders of a ledger that comes from a backup: the lost one may have known more of them.
@Suite struct RestoredOrderTests {
  /// The lost ledger may have ended it unsent, and told its app so.
  @Test func whatABackupHasAsSubmittedIsNotSentAgainWhileTheWalletIsLocked() async throws {
    var limits = PaymentLimits.askAlways
    (limits.asking, limits.perPeriod) = (.never, Amount(atomicUnits: 1_000_000_000))
    let network = try MockNetwork()
    let backend = try #require(network.wallet("LTC"))
    try network.control.inject(.failBefore(.timeout), at: .commit, times: 10_000, currency: "LTC")
    let wallet = CurrencyWallet(backend: backend, limits: limits)
    try await OrdersInFolder.with([wallet]) { world in
      let asked = try await world.submit("0.01", to: MockAddress.example(currency: "LTC"))
      let live = try #require(world.orders.live(asked.terms.id))
      _ = try await world.order(asked.terms.id, is: .inFlight)
      let signed = try #require(live.order.progress.signedTransaction)
      // An attempt may be under way that was judged before the lock. After a look at the network that fails there is none
      // any more, since the order then goes on looking.
      let looks = 10_000
      try network.control.inject(.failBefore(.timeout), at: .lookup, times: looks, currency: "LTC")
      _ = try await eventually("a look that fails") {
        network.access { state in state.scripts.contains { ($0.faults[.lookup]?.count ?? looks) < looks } ? true : nil }
      }
      // As `payd restore` leaves the ledger.
      try await world.ledger.write { transaction in try transaction.setRestored(at: world.clock.now()) }
      _ = try await world.orders.lock.lock(at: world.clock.now())
      network.access { state in for index in state.scripts.indices { state.scripts[index].faults[.commit] = nil } }
      #expect(await live.broadcast(signed) == .commitDoubt)
      #expect(try network.control.broadcasts("LTC").isEmpty)
      _ = try await world.orders.lock.unlock(at: world.clock.now())
      let sent = await live.broadcast(signed)
      #expect(sent == .commitAccepted)
      #expect(try network.control.broadcasts("LTC").count == 1)
    }
  }

  /// The wallet has sent something that may be this payment, of which the owner has said that nobody remembers it.
  @Test func aNewOrderThatMayBePaidWaitsForTheOwnerAndCannotEnd() async throws {
    let network = try MockNetwork()
    let address = MockAddress.example(currency: "LTC")
    let wallet = CurrencyWallet(backend: try #require(network.wallet("LTC")))
    try await OrdersInFolder.with([wallet]) { world in
      world.orders.sent.add([
        UnknownSend(
          currency: "LTC", transactionID: "earlier",
          content: SendContent(outputs: [SendOutput(address: address, amount: Amount(atomicUnits: 1_000_000))]),
          fee: nil,
          at: nil, foundAt: world.clock.now(), marks: [], verdict: .forgotten)
      ])
      let held = try await world.submit("0.01", to: address)
      #expect(held.progress.waitingFor == .review)
      let live = try #require(world.orders.live(held.terms.id))
      #expect(await world.orders.cancel(live) != .cancelled)
      let other = try await world.submit("0.02", to: address)
      #expect(other.progress.waitingFor != .review && other.state == .awaitingApproval)
    }
  }

  /// The send is stored after the order was judged by what this process remembers, and before the order is.
  @Test func theUnitThatStoresANewOrderJudgesWhetherItMayBePaid() async throws {
    let network = try MockNetwork()
    let address = MockAddress.example(currency: "LTC")
    let wallet = CurrencyWallet(backend: try #require(network.wallet("LTC")))
    try await OrdersInFolder.with([wallet]) { world in
      let now = world.clock.now()
      let sends = [("b", SendVerdict.open, UInt128(3_000_000)), ("c", .noted, 1_000_000)].map { id, verdict, amount in
        UnknownSend(
          currency: "LTC", transactionID: String(repeating: id, count: 64),
          content: SendContent(outputs: [SendOutput(address: address, amount: Amount(atomicUnits: amount))]), fee: nil,
          at: nil, foundAt: now, marks: [], verdict: verdict)
      }
      try await world.ledger.write { transaction in for send in sends { try transaction.saveSend(send) } }
      let request = PaymentRequestID.random()
      let held = try await world.submit("0.01", to: address, requestID: request)
      #expect(held.state == .awaitingApproval && held.progress.waitingFor == .review)
      #expect(try await world.submit("0.01", to: address, requestID: request).terms.id == held.terms.id)
      // What stops all payments, and is for something else, holds no new order.
      let other = try await world.submit("0.02", to: address)
      #expect(other.state == .awaitingApproval && other.progress.waitingFor == nil)
    }
  }
}
