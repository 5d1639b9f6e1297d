import Ledger
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// What changes between the last look at an order and the unit that stores its transaction: the unit judges it.
@Suite struct OrderVersionTests {
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

  /// Stores an order that a limit has approved.
  private static func approved(_ number: Int, _ payments: Payments) async throws -> OrderMachine {
    var order = OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: "o\(number)"), app: app, requestID: .random(), paramsDigest: "d", currency: "LTC",
        decimals: 8, address: "to\(number)", amount: Amount(atomicUnits: 100), maxFee: nil,
        purpose: PaymentPurpose(description: "tea"), confirmationsWanted: 1, createdAt: now,
        expiresAt: now.advanced(by: .seconds(600))))
    let empty = order
    _ = order.handle(.created, at: now)
    _ = order.handle(.quoted(fee: Amount(atomicUnits: 4)), at: now)
    let yes = try #require(OrderApproval.standing(for: order, within: Amount(atomicUnits: 10_000), at: now))
    _ = order.handle(.approved(yes), at: now)
    #expect(order.state == .approved)
    let (first, stored, grants) = (empty, order, payments.grants)
    try await payments.core.ledger.write { transaction in
      try transaction.insertOrder(first)
      let exceeded = try grants.book(stored, before: nil, in: transaction)
      #expect(exceeded == nil)
      try transaction.updateOrder(stored, expectedVersion: first.version)
    }
    return order
  }

  /// The version with which the order gets its transaction, made before anything changes.
  private static func submitted(_ order: OrderMachine, _ payments: Payments) throws -> OrderVersion {
    var next = order
    _ = next.handle(.prepared(signedTransaction), at: now)
    #expect(next.state == .submitting)
    return try OrderVersion(next, after: order, .prepared(signedTransaction), payments.grants)
  }

  @Test(arguments: Change.allCases) func theUnitThatStoresAPaymentJudgesIt(_ change: Change) async throws {
    try await Self.with { payments in
      let order = try await Self.approved(1, payments)
      let version = try Self.submitted(order, payments)
      try await payments.core.ledger.write { transaction in try change.happen(order, in: transaction) }
      let refusal = try await payments.core.ledger.write { transaction in try version.write(in: transaction) }
      #expect(refusal == change.refusal)
    }
  }

  /// What holds one payment of a transaction holds all of them, since it pays all or none.
  @Test(arguments: Change.allCases) func aTransactionOfSeveralOrdersIsStoredWithAllOrNone(_ change: Change) async throws
  {
    try await Self.with { payments in
      let orders = [try await Self.approved(1, payments), try await Self.approved(2, payments)]
      let versions = try orders.map { try Self.submitted($0, payments) }
      try await payments.core.ledger.write { transaction in try change.happen(orders[1], in: transaction) }
      let turn = try await #require(payments.wallets.existingWallet("LTC")).choosing.turn(ofOrderOf: Self.app)
      let joint = JointCommit(of: 2, SharedBroadcast(keeping: turn), payments.core)
      async let other = joint.offer(versions[0])
      let outcome = await joint.offer(versions[1])
      let otherOutcome = await other
      #expect(outcome == (change.refusal == nil ? .stored : .declined))
      #expect(otherOutcome == outcome)
      let stored = try await payments.core.ledger.read { reader in
        try orders.map { try reader.order($0.terms.id)?.state }
      }
      #expect(stored == Array(repeating: change.refusal == nil ? .submitting : .approved, count: 2))
    }
  }
}
