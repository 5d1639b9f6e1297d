import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import MockWallet
@testable import Orders

/// Orders whose signed transaction is held back, since the wallet has a mark of this ledger for another one.
@Suite struct HeldBackOrderTests {
  /// An order whose transaction is stored and not sent, and another transaction for the same payment that a provider with a
  /// copy of the ledger has marked.
  private struct Scene {
    let world: OrdersInFolder
    let network: MockNetwork
    let backend: any WalletBackend
    let live: LiveOrder
    let foreign: SignedTransaction

    var id: OrderID { live.read(\.terms.id) }
    var sent: [String] { get throws { try network.control.broadcasts("LTC").map(\.transactionID) } }

    func stored(_ isAwaited: (OrderMachine) -> Bool) async throws -> OrderMachine {
      let (id, changes) = (id, world.orders.hub.changes(of: id.rawValue))
      while true {
        let stored = try await world.ledger.read { reader in try reader.order(id) }
        if let stored, isAwaited(stored) { return stored }
        await ChangeHub.next(changes, atMost: .seconds(60))
      }
    }

    /// What the owner says of the mark is stored before the order goes on.
    func dismiss() async throws {
      let mark = SendMark(provider: "provider", transactionID: foreign.transactionID)
      try await world.ledger.write { transaction in try transaction.settleMark(mark.transaction, currency: "LTC") }
    }
  }

  private static func with(_ body: (Scene) async throws -> Void) async throws {
    var limits = PaymentLimits.askAlways
    (limits.asking, limits.perPeriod) = (.never, Amount(atomicUnits: 1_000_000_000))
    let network = try MockNetwork()
    let backend = try #require(network.wallet("LTC"))
    try network.control.inject(.failBefore(.timeout), at: .commit, times: 1_000_000, currency: "LTC")
    let address = MockAddress.example(currency: "LTC")
    try await OrdersInFolder.with([CurrencyWallet(backend: backend, limits: limits)]) { world in
      let asked = try await world.submit("0.01", to: address)
      let live = try #require(world.orders.live(asked.terms.id))
      _ = try await world.order(asked.terms.id, is: .inFlight)
      let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: 1_000_000))
      let foreign = try #require(
        try await backend.prepare([intent], feeCap: Amount(atomicUnits: 1_000_000)).first)
      try await backend.mark(
        foreign, paying: [address],
        as: SendMark(provider: "provider", transactionID: foreign.transactionID).text)
      network.access { state in for index in state.scripts.indices { state.scripts[index].faults = [:] } }
      try await body(Scene(world: world, network: network, backend: backend, live: live, foreign: foreign))
    }
  }

  @Test func itWaitsForTheOwnerAndIsSentOnceTheMarkPaysNothing() async throws {
    try await Self.with { scene in
      let own = try await scene.stored(\.isHeldBack).progress.signedTransaction
      #expect(try scene.sent.isEmpty)
      // The mark was not dismissed: it is looked at again before anything is sent.
      guard case .stored = await scene.live.outcome(of: .released) else { Issue.record("not stored"); return }
      _ = try await scene.stored { $0.isHeldBack && $0.version > 5 }
      #expect(try scene.sent.isEmpty)
      try await scene.dismiss()
      guard case .stored = await scene.live.outcome(of: .released) else { Issue.record("not stored"); return }
      let after = try await scene.stored { $0.isFollowed }
      #expect(after.progress.signedTransaction == own && after.progress.waitingFor == nil)
      #expect(try scene.sent == [own?.transactionID])
    }
  }

  /// Both are true only since the owner was asked.
  @Test func theUnitThatStoresTheWordJudgesIt() async throws {
    try await Self.with { scene in
      let held = try await scene.stored(\.isHeldBack)
      try await scene.dismiss()
      _ = try await scene.world.orders.lock.lock(at: scene.world.clock.now())
      guard case .refused(.locked) = await scene.live.outcome(of: .released) else { Issue.record("locked"); return }
      _ = try await scene.world.orders.lock.unlock(at: scene.world.clock.now())
      let found = UnknownSend(
        currency: "LTC", transactionID: scene.foreign.transactionID,
        content: SendContent(outputs: [SendOutput(held.terms)]), fee: nil, at: nil, foundAt: scene.world.clock.now(),
        marks: [], verdict: .noted)
      try await scene.world.ledger.write { transaction in try transaction.saveSend(found) }
      guard case .refused(.doubtful) = await scene.live.outcome(of: .released) else { Issue.record("doubt"); return }
      #expect(try await scene.stored(\.isHeldBack).version == held.version)
      #expect(try scene.sent.isEmpty)
    }
  }

  @Test func itTakesTheMarkedTransactionWhereThatWasThePayment() async throws {
    try await Self.with { scene in
      let own = try #require(try await scene.stored(\.isHeldBack).progress.signedTransaction)
      _ = try await scene.backend.commit(scene.foreign)
      guard case .stored = await scene.live.outcome(of: .adopted(scene.foreign)) else {
        Issue.record("not stored")
        return
      }
      let after = try await scene.stored { $0.isFollowed }
      #expect(after.progress.signedTransaction == scene.foreign)
      // Nobody can send it any more, and its mark holds nothing back.
      let (isKnown, isSettled) = try await scene.world.ledger.read { reader in
        let mark = SendMark(provider: "provider", transactionID: own.transactionID).transaction
        return (try reader.isOfOrder(own.transactionID), try reader.knowsMark(mark, currency: "LTC"))
      }
      #expect(!isKnown && isSettled)
      #expect(try scene.sent == [scene.foreign.transactionID])
      let kinds = try await scene.world.ledger.read { reader in
        try reader.auditEntries(about: after.terms.id.rawValue, limit: 100).map(\.kind)
      }
      #expect(kinds.contains("order.held") && kinds.contains("order.replaced"))
    }
  }

  /// The wallet was asked about the own transaction right before that was given up, and says then that it failed.
  @Test func whatBecameOfTheTransactionThatWasGivenUpIsNoNews() async throws {
    try await Self.with { scene in
      let own = try #require(try await scene.stored(\.isHeldBack).progress.signedTransaction)
      _ = try await scene.backend.commit(scene.foreign)
      try scene.network.control.setLatency(.milliseconds(300), of: .lookup, currency: "LTC")
      try await Task.sleep(for: .milliseconds(100))
      guard case .stored = await scene.live.outcome(of: .adopted(scene.foreign)) else {
        Issue.record("not stored")
        return
      }
      try scene.network.control.doubleSpend(own, currency: "LTC")
      try scene.network.control.mine(10, currency: "LTC")
      #expect(try await scene.world.order(scene.id, is: .succeeded).state == .succeeded)
    }
  }
}
