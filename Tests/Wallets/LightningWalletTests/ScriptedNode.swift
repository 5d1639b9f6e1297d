import LightningWallet
import PaymentsModel
import Synchronization
import WalletBackend

/// A node that says what a test wants it to say, and counts what it was asked to pay.
final class ScriptedNode: LightningNode {
  struct State {
    var says: [NodePayment] = [.none]
    var identity = "02aa"
    var payments: [PaymentDecision] = []
    var rule = FeeRule.limit(Amount(atomicUnits: 10))
    var spendable = Amount(atomicUnits: 1_000_000)
    var waiting = Amount.zero
    var underway = Amount.zero
    var receipts: [LightningReceipt] = []
    var looks = 0
    /// How many calls of the wallet have their answer, where a test counts them.
    var answered = 0
    /// What happens between a look at the hash and the answer, by the number of the look.
    var look: @Sendable (Int) async -> Void = { _ in }
    /// What an attempt does before it ends.
    var attempt: @Sendable () async throws(WalletError) -> Void = {}
  }

  let state = Mutex(State())
  let invoicePrefix = "rltc"

  /// What it says of the hash: one after the other, and the last one for ever.
  func says(_ payments: NodePayment...) { state.withLock { $0.says = payments } }

  var attempts: [PaymentDecision] { state.withLock { $0.payments } }

  func identity() async throws(WalletError) -> String { state.withLock { $0.identity } }

  func feeRule(for amount: Amount) -> FeeRule { state.withLock { $0.rule } }

  func funds() async throws(WalletError) -> ChannelFunds {
    state.withLock { ChannelFunds(spendable: $0.spendable, waiting: $0.waiting, underway: $0.underway, digest: "") }
  }

  func pay(_ decision: PaymentDecision) async throws(WalletError) {
    let attempt = state.withLock { state in
      state.payments.append(decision)
      return state.attempt
    }
    try await attempt()
  }

  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    let (says, look, number) = state.withLock { state in
      state.looks += 1
      return (state.says.count > 1 ? state.says.removeFirst() : state.says[0], state.look, state.looks)
    }
    await look(number)
    return says
  }

  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces { throw .unavailable }

  func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt] {
    state.withLock { $0.receipts }
  }
}
