import Cryptography
import LightningInvoices
import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend
import WalletContract

/// A node in memory, which is sound but for what one clause of the contract is about.
final class FaultyNode: StandaloneNode {
  struct State: Sendable {
    var tale = LightningTale.nothing
    var course = LightningCourse.answers(.paid)
    var limits: [Amount] = []
    var speaksProse = false
    var mistake: LightningInvoiceMistake?
    /// The receipts in the node's list; `nil` for one that cannot be read.
    var receipts: [LightningReceipt?] = []
    var reads = 0
  }

  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  static let preimage = [UInt8](repeating: 9, count: 32)

  let fault: LightningContract?
  let state = Mutex(State())
  let entries = EntryReader()
  let invoicePrefix = "tb"
  let currency = Currency(
    code: "BTC", name: "Bitcoin", decimals: 8, network: "test", uriScheme: "bitcoin", confirmations: 1)
  private let waiting: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init(fault: LightningContract?) {
    self.fault = fault
    (waiting, end) = AsyncStream.makeStream()
  }

  func endAttempt() { end.finish() }

  private static func invoice(key: [UInt8], _ terms: ReceivingTerms) throws -> SignedInvoice {
    try SignedInvoice(
      prefix: "tb", key: key, millisatoshis: terms.amount.map { UInt64($0.atomicUnits) * 1_000 },
      paymentHash: SHA256.hash(preimage), description: terms.text, expiry: UInt64(terms.lifetime.components.seconds),
      createdAt: UInt64(start.milliseconds / 1_000))
  }

  static func foreignInvoice(_ terms: ReceivingTerms) throws -> String {
    try invoice(key: SignedInvoice.foreignKey, terms).text()
  }

  func glance() async -> WalletGlance {
    WalletGlance(
      problem: nil, digest: WalletDigest(blocks: "", transactions: ""), height: 1, remarks: entries.remarks)
  }

  func identity() async throws(WalletError) -> String {
    guard let own = try? SignedInvoice(paymentHash: Self.preimage).payee() else { throw .unavailable }
    // It does not know itself.
    return fault == .refusesItsOwnInvoice ? String(repeating: "02", count: 33) : own
  }

  func feeRule(for amount: Amount) -> FeeRule { .limit(Amount(atomicUnits: 20)) }

  func funds() async throws(WalletError) -> ChannelFunds {
    ChannelFunds(spendable: Amount(atomicUnits: 80_000), underway: .zero, digest: "")
  }

  func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let course = state.withLock { state in
      state.limits.append(fault == .keepsTheFeeLimit ? Amount(atomicUnits: 20) : decision.feeLimit)
      if fault == .attemptsOnceConcurrently { state.limits.append(decision.feeLimit) }
      if case .answers(let tale) = state.course { state.tale = tale }
      if case .breaks(let tale) = state.course { state.tale = tale }
      return state.course
    }
    switch course {
    case .answers, .refuses: break
    case .breaks: if fault != .doubtsALostAnswer { throw .unavailable }
    case .waits: if fault != .waitsForAnAttemptThatHangs { for await _ in waiting {} }
    }
  }

  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    let (tale, speaksProse) = state.withLock { state in
      if fault == .decidesWithoutSideEffects { state.limits.append(decision.feeLimit) }
      return (state.tale, state.speaksProse)
    }
    if speaksProse {
      guard fault == .understandsNoProse else { throw .protocolViolation(code: nil) }
      return .over
    }
    let right = NodePayment.settled(fee: Amount(atomicUnits: 3), preimage: Self.preimage.hexadecimal)
    switch tale {
    case .nothing: return .none
    case .underway: return .pending
    case .failed: return .over
    case .failedWithMoneyUnderway: return fault == .believesNoFailureWhileMoneyIsUnderway ? .over : .pending
    // The node forgets what it has paid.
    case .paid: return fault == .attemptsOnce ? .none : right
    case .paidWithNumber: if fault == .refusesInexactNumbers { return right }
    case .paidWithOtherPreimage:
      if fault == .believesOnlyTheRightPreimage { return right }
      return .settled(fee: .zero, preimage: String(repeating: "ab", count: 32))
    case .paidForAnother: if fault == .refusesAnswersAboutOthers { return right }
    }
    throw .protocolViolation(code: nil)
  }

  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    let text = fault == .makesTheInvoiceAskedFor ? "" : terms.text
    let asked = ReceivingTerms(amount: terms.amount, text: text, lifetime: terms.lifetime)
    let mistake = state.withLock { $0.mistake }
    guard let made = try? Self.invoice(key: SignedInvoice.exampleKey, asked), let text = try? made.text(with: mistake),
      let right = try? LightningInvoice(made.text())
    else { throw .unavailable }
    if fault == .handsOutNoOtherInvoice { return ReceivingPlaces(lightning: text, paymentHash: right.paymentHash) }
    guard try terms.invoice(text, prefix: invoicePrefix).paymentHash == right.paymentHash else {
      throw .protocolViolation(code: nil)
    }
    return ReceivingPlaces(address: text, lightning: text, paymentHash: right.paymentHash)
  }

  func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    let (receipts, reads) = state.withLock { state in
      state.reads += 1
      return (state.receipts, state.reads)
    }
    if fault == .readsPastWhatItCannotRead, receipts.contains(where: { $0 == nil }) {
      throw .protocolViolation(code: nil)
    }
    let read = entries.read(Array(receipts.enumerated()), of: .received, name: { "\($0.offset)" }) {
      entry throws(WalletError) -> LightningReceipt? in
      guard let receipt = entry.element else { throw .protocolViolation(code: nil) }
      return receipt
    }
    switch fault {
    case .tellsAReceipt:
      return read.map { LightningReceipt(paymentHash: $0.paymentHash, amount: Amount(atomicUnits: UInt128(reads))) }
    case .countsARepeatedReceiptOnce:
      return read.enumerated().map { LightningReceipt(paymentHash: "\($0)" + $1.paymentHash, amount: $1.amount) }
    default: return read
    }
  }
}
