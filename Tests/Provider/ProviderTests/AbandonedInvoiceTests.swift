import Cryptography
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// The owner ends a payment by Lightning of which its node will never tell what became of it.
@Suite struct AbandonedInvoiceTests {
  private static let app = AppKey(rawValue: "alice")
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)
  private static let hash = [UInt8](repeating: 9, count: 32)

  private static func order() throws -> OrderMachine {
    let invoice = try SignedInvoice(
      prefix: "rltc", millisatoshis: 100_000, paymentHash: hash, description: "boat", createdAt: 1_700_000_000
    ).text()
    return OrderMachine(
      terms: OrderTerms(
        id: OrderID(rawValue: "ord_abandoned"), app: app, requestID: .random(), paramsDigest: "d",
        currency: "LTC", decimals: 8, address: invoice, amount: Amount(atomicUnits: 100), maxFee: nil,
        purpose: PaymentPurpose(description: nil), confirmationsWanted: 1, createdAt: now, expiresAt: nil))
  }

  /// Stores the order as one whose attempt the node has confirmed to be under way.
  private static func store(_ parts: ProviderParts) async throws {
    var order = try order()
    let decision = SignedTransaction(transactionID: hash.hexadecimal, fee: Amount(atomicUnits: 4), blob: [1])
    let fee = Amount(atomicUnits: 4)
    _ = order.handle(.created, at: now)
    _ = order.handle(.quoted(fee: fee), at: now)
    let yes = try #require(OrderApproval.standing(for: order, within: Amount(atomicUnits: 1000), at: now))
    _ = order.handle(.approved(yes), at: now)
    try await parts.core.ledger.write { [order] transaction in
      try transaction.saveApp(
        AppRecord(
          key: app, status: .approved, claimedName: "app", scopes: ["pay"],
          evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: now,
          lastSeenAt: nil))
      try transaction.insertOrder(order)
    }
    for event in [OrderEvent.prepared(decision, isShared: false), .commitDoubt, .lookedUp(.attempting)] {
      let version = order.version
      _ = order.mayHandOver(at: now)
      guard order.handle(event, at: now).contains(.report) else { continue }
      try await parts.core.ledger.write { [order] transaction in
        try transaction.updateOrder(order, expectedVersion: version)
      }
    }
  }

  /// Nodes lock money for four weeks at most, so that a month after the invoice's end nothing of it can be under way.
  @Test(arguments: [PaymentLookup.attempting, nil]) func aMonthAfterItsEnd(_ seen: PaymentLookup?) async throws {
    let folder = try ScratchFolder()
    let clock = ManualWallClock(Self.now)
    var backend = ScriptedWallet("LTC") { .ready }
    backend.seen = { () throws(WalletError) in
      guard let seen else { throw .unavailable }
      return seen
    }
    let parts = try ProviderParts.make(in: folder, wallets: [CurrencyWallet(backend: backend)], clock: clock)
    do {
      try await Self.store(parts)
      try await parts.payments.orders.recover()
      let command = AbandonCommand(payments: parts.payments, pin: parts.pin)
      let params = AbandonOrder.Params(id: "ord_abandoned", notPaidBy: Self.hash.hexadecimal)
      clock.advance(by: .seconds(3600 + 30 * 86_400))
      await #expect(throws: OwnerFailure.self, "it may still be paid") { try await command.abandon(params) }
      clock.advance(by: .seconds(86_400))
      await #expect(throws: OwnerFailure.self, "another hash is named") {
        try await command.abandon(.init(id: "ord_abandoned", notPaidBy: String(repeating: "0", count: 64)))
      }
      let ended = try await command.abandon(params)
      #expect(ended.orders.map(\.order.state) == [.failed])
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }
}
