import Cryptography
import LightningInvoices
import LightningWallet
import MockWallet
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Orders

/// What a payment cost is taken for the cost of the next ones, as long as both go over the chain.
@Suite struct FeeMemoryTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let wallet: CurrencyWallet
  private let invoice: PaymentIntent
  private let address = PaymentIntent(
    address: MockAddress.example(currency: "LTC"), amount: Amount(atomicUnits: 100_000))

  init() throws {
    let chain = try #require(try MockNetwork().wallet("LTC"))
    wallet = CurrencyWallet(
      backend: LightningWallet(chain: chain, node: RichNode(), clock: ManualWallClock(now)))
    let text = try SignedInvoice(
      prefix: "rltc", millisatoshis: 100_000_000, paymentHash: SHA256.hash([1]), createdAt: 1_700_000_000
    ).text()
    invoice = PaymentIntent(address: text, amount: Amount(atomicUnits: 100_000))
  }

  private func remembered(_ intent: PaymentIntent) async throws -> Amount? {
    try await wallet.quoteFromMemory(intent, at: now)?.fee
  }

  @Test func theLimitOfAnInvoiceIsNoFeeOfTheChain() async throws {
    let app = OrdersInFolder.app
    #expect(try await wallet.quoteWhateverTheFunds(invoice, for: app, at: now).fee == RichNode.limit)
    #expect(try await remembered(address) == nil)
    let fee = try await wallet.quoteWhateverTheFunds(address, for: app, at: now).fee
    #expect(fee != RichNode.limit)
    #expect(try await remembered(address) == fee)
    #expect(try await remembered(invoice) == nil)
  }
}

/// A node that has enough, and was never asked for anything.
private struct RichNode: LightningNode {
  static let limit = Amount(atomicUnits: 77_777)

  let invoicePrefix = "rltc"

  func identity() async throws(WalletError) -> String { "02aa" }
  func feeRule(for amount: Amount) async throws(WalletError) -> FeeRule { .limit(Self.limit) }
  func funds() async throws(WalletError) -> ChannelFunds {
    ChannelFunds(spendable: Amount(atomicUnits: 1_000_000), underway: .zero, digest: "")
  }
  func pay(_ decision: PaymentDecision) async throws(WalletError) { throw .unavailable }
  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment { .none }
  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces { throw .unavailable }
  func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] { [] }
}
