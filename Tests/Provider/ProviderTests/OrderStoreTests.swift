import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// What changes between the last look at an order and the unit that stores its transaction: the unit judges it.
@Suite struct OrderStoreTests {
  private static let app = AppKey(rawValue: "alice")
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

  private static func with(_ body: (Payments) async throws -> Void) async throws {
    let folder = try ScratchFolder()
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 10_000)
    limits.asking = .never
    let wallet = CurrencyWallet(backend: ScriptedWallet("LTC") { .ready }, limits: limits)
    let parts = try ProviderParts.make(in: folder, wallets: [wallet], clock: ManualWallClock(now))
    do {
      try await parts.core.ledger.write { transaction in
        try transaction.saveApp(
          AppRecord(
            key: app, status: .approved, claimedName: "app", scopes: ["pay"],
            evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: now,
            lastSeenAt: nil))
      }
      try await body(parts.payments)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
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
  private static func approved(_ number: Int, _ payments: Payments) async throws -> OrderMachine {
    var order = order(number)
    _ = order.handle(.created, at: now)
    _ = order.handle(.quoted(fee: Amount(atomicUnits: 4)), at: now)
    let yes = try #require(OrderApproval.standing(for: order, within: Amount(atomicUnits: 10_000), at: now))
    _ = order.handle(.approved(yes), at: now)
    #expect(order.state == .approved)
    let given = LimitsChange(before: .askAlways, after: nil)
    #expect(await payments.store.commit([try OrderChange(new: order)], limits: given) == .refused(.limitsChanged))
    #expect(await payments.store.commit([try OrderChange(new: order)]) == .stored)
    return order
  }

  /// The version with which the order gets its transaction, made before anything changes.
  private static func submitted(_ order: OrderMachine, of count: Int = 1) throws -> OrderChange {
    var next = order
    let event = OrderEvent.prepared(signedTransaction, isShared: count > 1)
    _ = next.handle(event, at: now)
    #expect(next.state == .submitting)
    return try OrderChange(next, after: order, event)
  }

  /// What holds one payment of a transaction holds all of them, since it pays all or none.
  @Test(arguments: Change.allCases, [1, 2]) func theUnitThatStoresPaymentsJudgesThem(
    _ change: Change, _ count: Int
  ) async throws {
    try await Self.with { payments in
      var orders: [OrderMachine] = []
      for number in 1...count { orders.append(try await Self.approved(number, payments)) }
      let changes = try orders.map { try Self.submitted($0, of: count) }
      try await payments.core.ledger.write { [last = orders[count - 1]] transaction in
        try change.happen(last, in: transaction)
      }
      let outcome = await payments.store.commit(changes)
      #expect(outcome == change.refusal.map(OrderStore.Outcome.refused) ?? .stored)
      let stored = try await payments.core.ledger.read { [orders] reader in
        try orders.map { try reader.order($0.terms.id)?.state }
      }
      #expect(stored == Array(repeating: change.refusal == nil ? .submitting : .approved, count: count))
    }
  }

  @Test func aRequestMakesOneOrder() async throws {
    try await Self.with { payments in
      let claim = RequestClaim(
        app: Self.app, requestID: .random(), method: "payment_order", paramsDigest: "d",
        object: RequestObject(kind: "order", id: "o1"), at: Self.now)
      let (one, two) = (Self.order(1), Self.order(2))
      #expect(await payments.store.commit([try OrderChange(new: one)], claim: claim) == .stored)
      #expect(await payments.store.commit([try OrderChange(new: two)], claim: claim) == .earlier)
      let second = try await payments.core.ledger.read { reader in try reader.order(two.terms.id) }
      #expect(second == nil)
    }
  }
}
