import Cryptography
import JSON
import Ledger
import OwnerAPI
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

  /// What a program that set a PIN has stored, while this one does not know it yet.
  private static func setPIN(_ payments: Payments) async throws {
    let record = try PinRecord(
      SecretBytes("246824".utf8), above: [:], cost: Scrypt(cost: 16, blockSize: 8, parallelization: 1),
      random: SystemRandom())
    try await payments.core.ledger.write { transaction in try transaction.setSetting("pin", record.stored) }
  }

  /// Whether a yes needs the PIN is judged by what the ledger has as it stores the yes.
  @Test func aYesWithoutThePINThatWasSetMeanwhilePaysNothing() async throws {
    var backend = ScriptedWallet("LTC") { .ready }
    backend.fee = { Amount(atomicUnits: 4) }
    let wallet = CurrencyWallet(backend: backend, limits: .askAlways)
    try await Self.with([wallet]) { payments in
      try await payments.core.ledger.write { transaction in
        try transaction.setAppStatus(Self.app, .approved, scopes: ["pay", "balance"])
      }
      let params = SubmitPaymentOrder.Params(
        requestID: .random(), currency: "LTC", address: "to", amount: try DecimalAmount("0.000001"))
      let request = try AppRequest(Self.app, params.requestID, method: SubmitPaymentOrder.name, params: params)
      let result = try await OrderIntake(request: request, params: params, payments: payments, signedAt: nil).take()
      let process = try #require(payments.orders.process(result.paymentOrder.orderID))
      let quote = try #require(process.order.progress.quote)
      func approval(hasPIN: Bool) -> OrderApproval {
        OrderApproval(
          kind: .owner, at: payments.core.clock.now(), quote: quote, feeCap: quote.fee, expiresAt: nil,
          paramsDigest: process.order.terms.paramsDigest, hasPIN: hasPIN)
      }
      try await Self.setPIN(payments)
      #expect(await process.approve(approval(hasPIN: false)) == .needsPIN)
      #expect(process.order.state == .awaitingApproval)
      #expect(await process.approve(approval(hasPIN: true)) == .approved)
    }
  }

  /// Whether a quota needs the PIN is judged likewise.
  @Test func aQuotaThatIsRaisedWithoutThePINThatWasSetMeanwhileStays() async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let record = AppRecord(
      key: Self.app, status: .approved, claimedName: "app", scopes: ["receive"],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: Self.start,
      lastSeenAt: nil)
    try await parts.core.ledger.write { transaction in try transaction.saveApp(record) }
    try await Self.setPIN(parts.payments)
    let commands = QuotaCommands(core: parts.core, quotas: parts.payments.quotas, pin: parts.pin)
    await #expect(throws: OwnerPIN.missing) {
      _ = try await commands.quota(.init(app: Self.app.rawValue, openInvoices: 1_000_000))
    }
    let fewer = try await commands.quota(.init(app: Self.app.rawValue, openInvoices: 0))
    #expect(fewer.quota.openInvoices.most == 0, "less is anybody's to allow")
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
