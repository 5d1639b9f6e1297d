import LightningInvoices
import LightningWallet
import PaymentsModel
import Synchronization
import WalletBackend

/// A node that says what a test wants it to say, and counts what it was asked to pay.
final class ScriptedNode: LightningNode {
  struct State {
    var says: [NodePayment] = [.none]
    var payments: [PaymentDecision] = []
    var rule = FeeRule.limit(Amount(atomicUnits: 10))
    var spendable = Amount(atomicUnits: 1_000_000)
    var receipts: [LightningReceipt] = []
    /// What an attempt does before it ends.
    var attempt: @Sendable () async throws(WalletError) -> Void = {}
  }

  let state = Mutex(State())
  let invoicePrefix = "rltc"

  /// What it says of the hash: one after the other, and the last one for ever.
  func says(_ payments: NodePayment...) { state.withLock { $0.says = payments } }

  var attempts: [PaymentDecision] { state.withLock { $0.payments } }

  func feeRule(for amount: Amount) -> FeeRule { state.withLock { $0.rule } }

  func funds() async throws(WalletError) -> ChannelFunds {
    let spendable = state.withLock { $0.spendable }
    return ChannelFunds(
      spendable: spendable, balance: spendable, underway: .zero, receivable: spendable, digest: "")
  }

  func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let attempt = state.withLock { state in
      state.payments.append(decision)
      return state.attempt
    }
    try await attempt()
  }

  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    state.withLock { $0.says.count > 1 ? $0.says.removeFirst() : $0.says[0] }
  }

  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces { throw .unavailable }

  func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    state.withLock { $0.receipts }
  }
}
