import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Orders

/// What changes between the last look at an order and the unit that stores its transaction: the unit judges it.
@Suite struct OrderStoreTests {
  private static let app = OrdersInFolder.app
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)
  private static let signedTransaction = SignedTransaction(
    transactionID: String(repeating: "a", count: 64), fee: Amount(atomicUnits: 4), blob: [1])

  /// Something that becomes true after an order was found to be payable.
  enum Change: CaseIterable {
    case ownerLocked, appRevoked, pinSet, sendFoundThatStopsAll, sendFoundThatMayBeIt, sendsFoundThatAreNotIt

    var refusal: OrderRefusal? {
      switch self {
      case .ownerLocked: .locked
      case .appRevoked: .appRevoked
      case .pinSet: .needsPIN
      case .sendFoundThatStopsAll, .sendFoundThatMayBeIt: .doubtful
      case .sendsFoundThatAreNotIt: nil
      }
    }

    func happen(_ order: OrderMachine, in transaction: LedgerTransaction) throws {
      switch self {
      case .ownerLocked: try transaction.setSetting("wallet_locked", "1")
      case .appRevoked: try transaction.setAppStatus(app, .revoked, scopes: ["pay"])
      case .pinSet: try transaction.setSetting("pin", #"{"v":1}"#)
      case .sendFoundThatStopsAll: try transaction.saveSend(send(.open, SendOutput(address: "x", amount: .zero)))
      case .sendFoundThatMayBeIt: try transaction.saveSend(send(.noted, SendOutput(order.terms)))
      case .sendsFoundThatAreNotIt:
        try transaction.saveSend(send(.own, SendOutput(order.terms)))
        try transaction.saveSend(
          send(.noted, SendOutput(address: order.terms.address, amount: Amount(atomicUnits: 1)), id: "c"))
      }
    }

    private func send(_ verdict: SendVerdict, _ output: SendOutput, id: Character = "b") -> UnknownSend {
      UnknownSend(
        currency: "LTC", transactionID: String(repeating: id, count: 64), content: SendContent(outputs: [output]),
        fee: nil, at: nil, foundAt: now, marks: [], verdict: verdict)
    }
  }

  private static func with(_ body: (OrdersInFolder) async throws -> Void) async throws {
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 10_000)
    limits.asking = .never
    let wallet = CurrencyWallet(backend: ScriptedWallet("LTC") { .ready }, limits: limits)
    try await OrdersInFolder.with([wallet], clock: ManualWallClock(now), body)
  }

  private static func order(_ number: Int) -> OrderMachine {
    OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: "o\(number)"), app: app, requestID: .random(), paramsDigest: "d", currency: "LTC",
        decimals: 8, address: "to\(number)", amount: Amount(atomicUnits: 100), maxFee: nil,
        purpose: PaymentPurpose(description: "tea"), confirmationsWanted: 1, createdAt: now,
        expiresAt: now.advanced(by: .seconds(600))))
  }

  /// Stores an order that a limit has approved.
  private static func approved(_ number: Int, _ world: OrdersInFolder) async throws -> OrderMachine {
    var order = order(number)
    _ = order.handle(.created, at: now)
    _ = order.handle(.quoted(fee: Amount(atomicUnits: 4)), at: now)
    let yes = try #require(OrderApproval.standing(for: order, within: Amount(atomicUnits: 10_000), at: now))
    _ = order.handle(.approved(yes), at: now)
    #expect(order.state == .approved)
    let (given, store) = (LimitsChange(before: .askAlways, after: nil), world.orders.store)
    #expect(
      await store.commit([try store.new(order)], limits: given) == .refused(.limitsChanged))
    #expect(await store.commit([try store.new(order)]) == .stored)
    return order
  }

  /// The version with which the order gets its transaction, made before anything changes.
  private static func submitted(
    _ order: OrderMachine, of count: Int, _ store: OrderStore
  ) throws -> OrderChange {
    var next = order
    let event = OrderEvent.prepared(signedTransaction, isShared: count > 1)
    _ = next.handle(event, at: now)
    #expect(next.state == .submitting)
    return try store.next(next, after: order, event)
  }

  /// What holds one payment of a transaction holds all of them, since it pays all or none.
  @Test(arguments: Change.allCases, [1, 2]) func theUnitThatStoresPaymentsJudgesThem(
    _ change: Change, _ count: Int
  ) async throws {
    try await Self.with { world in
      var orders: [OrderMachine] = []
      for number in 1...count { orders.append(try await Self.approved(number, world)) }
      let changes = try orders.map { try Self.submitted($0, of: count, world.orders.store) }
      try await world.ledger.write { [last = orders[count - 1]] transaction in
        try change.happen(last, in: transaction)
      }
      let outcome = await world.orders.store.commit(changes)
      #expect(outcome == change.refusal.map(OrderStore.Outcome.refused) ?? .stored)
      let stored = try await world.ledger.read { [orders] reader in
        try orders.map { try reader.order($0.terms.id)?.state }
      }
      #expect(stored == Array(repeating: change.refusal == nil ? .submitting : .approved, count: count))
    }
  }

  @Test func aRequestMakesOneOrder() async throws {
    try await Self.with { world in
      let claim = RequestClaim(
        app: Self.app, requestID: .random(), method: "payment_order", paramsDigest: "d",
        object: RequestObject(kind: "order", id: "o1"), at: Self.now)
      let (one, two) = (Self.order(1), Self.order(2))
      #expect(await world.orders.store.insert(one, claim) == .stored)
      #expect(await world.orders.store.insert(two, claim) == .earlier)
      let second = try await world.ledger.read { reader in try reader.order(two.terms.id) }
      #expect(second == nil)
    }
  }

  /// It pays another order, too, and would pay this one with that.
  @Test(arguments: [1, 2]) func whatPaysOthersTooIsNotGivenUp(_ count: Int) async throws {
    try await Self.with { world in
      let store = world.orders.store
      var submitted: [OrderChange] = []
      for number in 1...count {
        submitted.append(try Self.submitted(try await Self.approved(number, world), of: count, store))
      }
      #expect(await store.commit(submitted) == .stored)
      var held = submitted[0].after
      _ = held.mayHandOver(at: Self.now)
      _ = held.handle(.heldBack, at: Self.now)
      #expect(await store.commit([try store.next(held, after: submitted[0].after, .heldBack)]) == .stored)
      let other = SignedTransaction(
        transactionID: String(repeating: "b", count: 64), fee: Amount(atomicUnits: 5), blob: [2])
      var adopted = held
      _ = adopted.handle(.adopted(other), at: Self.now)
      let outcome = await store.commit([try store.next(adopted, after: held, .adopted(other))])
      #expect(outcome == (count == 1 ? .stored : .refused(.replacementTaken)))
      let stored = try await world.ledger.read { [id = held.terms.id] reader in try reader.order(id) }
      #expect(stored?.progress.signedTransaction == (count == 1 ? other : Self.signedTransaction))
    }
  }
}
