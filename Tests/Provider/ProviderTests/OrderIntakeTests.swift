import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// A request to pay, where something changes while the wallet is asked.
@Suite struct OrderIntakeTests {
  private static let app = AppKey(rawValue: "alice")
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private static func with(
    _ wallets: [CurrencyWallet] = [], clock: any WallClock = ManualWallClock(start),
    _ body: (Payments) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder, wallets: wallets, clock: clock)
    let record = AppRecord(
      key: app, status: .approved, claimedName: "app", scopes: ["pay"],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: start,
      lastSeenAt: nil)
    do {
      try await parts.core.ledger.write { transaction in try transaction.saveApp(record) }
      try await body(parts.payments)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  /// The time of a payment passes while the wallet is asked what it costs.
  @Test func aPaymentThatExpiresWhileItIsQuotedIsRefusedAsSuch() async throws {
    let clock = ManualWallClock(Self.start)
    var backend = ScriptedWallet("LTC") { .ready }
    backend.fee = {
      clock.advance(by: .seconds(60))
      return Amount(atomicUnits: 4)
    }
    var limits = PaymentLimits.askAlways
    limits.perPeriod = Amount(atomicUnits: 1000)
    limits.asking = .never
    try await Self.with([CurrencyWallet(backend: backend, limits: limits)], clock: clock) { payments in
      try await payments.core.ledger.write { transaction in
        let known = try transaction.app(Self.app)
        guard let known else { return }
        try transaction.setAppStatus(known.key, .approved, scopes: ["pay", "balance"])
      }
      let params = SubmitPaymentOrder.Params(
        requestID: .random(), currency: "LTC", address: "to", amount: try DecimalAmount("0.000001"),
        expiresAt: Self.start.advanced(by: .seconds(10)))
      let request = try AppRequest(Self.app, params.requestID, method: SubmitPaymentOrder.name, params: params)
      await #expect(throws: PaymentsFailure(.expired, pointer: "/expires_at")) {
        _ = try await OrderIntake(request: request, params: params, payments: payments, signedAt: nil).take()
      }
    }
  }

  private static func ask(_ payments: Payments, maxFee: String?) async throws {
    let params = SubmitPaymentOrder.Params(
      requestID: .random(), currency: "LTC", address: "to", amount: try DecimalAmount("0.000001"),
      maxFee: try maxFee.map { try DecimalAmount($0) })
    let request = try AppRequest(app, params.requestID, method: SubmitPaymentOrder.name, params: params)
    _ = try await OrderIntake(request: request, params: params, payments: payments, signedAt: nil).take()
  }

  /// An app could find the end of the funds by fees that it does not accept, and the owner would see nothing.
  @Test(arguments: [false, true]) func refusedFeesAreRecordedAndFew(_ seesFunds: Bool) async throws {
    let asked = Mutex(0)
    var backend = ScriptedWallet("LTC") { .ready }
    backend.fee = {
      asked.withLock { $0 += 1 }
      return Amount(atomicUnits: 4)
    }
    try await Self.with([CurrencyWallet(backend: backend)]) { payments in
      try await payments.core.ledger.write { transaction in
        try transaction.setAppStatus(Self.app, .approved, scopes: seesFunds ? ["pay", "balance"] : ["pay"])
      }
      var refusals: [FailureReason] = []
      for _ in 0..<15 {
        do {
          try await Self.ask(payments, maxFee: "0.00000003")
        } catch let failure as PaymentsFailure {
          refusals.append(failure.reason)
        }
      }
      let few = Array(repeating: FailureReason.feeTooHigh, count: 12)
      #expect(refusals == few + Array(repeating: seesFunds ? .feeTooHigh : .rateLimited, count: 3))
      #expect(asked.withLock { $0 } == (seesFunds ? 15 : 12), "the wallet is not asked in vain")
      // What names no fee goes on.
      try await Self.ask(payments, maxFee: nil)
      let log = try await payments.core.ledger.read { reader in try reader.audit(limit: 100) }
      #expect(log.count { $0.kind == "order.fee_refused" } == (seesFunds ? 0 : 12))
    }
  }
}
