package import PaymentsModel
package import WalletBackend

/// A program that pays and receives on the Lightning network, beside ``WalletBackend/WalletBackend``: a payment there has a
/// hash, and no signed transaction that could be stored and sent again.
///
/// ``LightningWallet`` keeps the order of things: a ``PaymentDecision`` is stored durably first, ``pay(_:)`` is called at most
/// once at a time for a hash and only after ``payment(of:)`` has said that nothing is under way, and what it answers is never
/// believed by itself. So a node has to tell one thing well: what has become of a hash.
///
/// Implementations can be called concurrently, and limit every call but ``pay(_:)`` by a time-out.
package protocol LightningNode: Sendable {
  /// The text after `ln` with which invoices of the node's network begin, such as `bc` or `rltc`.
  var invoicePrefix: String { get }

  /// Returns the public key of the node, by which it and its invoices are recognised. It is asked for each time, because
  /// another node may be in its place by now.
  func identity() async throws(WalletError) -> String

  /// The largest fee that the node would pay for this amount if it was told no limit, and whether it can be told a lower one.
  func feeRule(for amount: Amount) async throws(WalletError) -> FeeRule

  /// Returns what the node can pay now, and a text that changes with it. It is asked every few seconds.
  func funds() async throws(WalletError) -> ChannelFunds

  /// Attempts the payment, and returns when the attempt is over or the node has refused it, or throws when it is not known
  /// whether there is one. The call may take minutes, and goes on in the node if the task is cancelled.
  func pay(_ decision: PaymentDecision) async throws(WalletError)

  /// Returns what has become of a hash, whoever tried to pay it.
  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment

  /// Makes an invoice, and an address of the chain by which it can be paid too where the node's wallet has such.
  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces

  /// Returns the payments that have arrived since a moment, and perhaps earlier ones.
  func received(since earliest: Timestamp?) async throws(WalletError) -> [LightningReceipt]
}

/// What limits the fee of a payment.
package enum FeeRule: Sendable, Hashable {
  /// The node takes any limit. This is the one that it is told where the owner and the app leave it open.
  case limit(Amount)
  /// The node knows a limit of its own only, and may pay as much.
  case fixed(Amount)
}

/// What a node can pay now.
package struct ChannelFunds: Sendable, Hashable {
  /// The largest amount that one payment can have, before its fee.
  package let spendable: Amount
  /// What it may be able to pay in a moment besides: the part of open channels whose peer is not there.
  package let waiting: Amount
  /// What is under way to others.
  package let underway: Amount
  /// A text that changes with each payment that is sent or received.
  package let digest: String

  /// Creates one of its parts.
  package init(spendable: Amount, waiting: Amount = .zero, underway: Amount, digest: String) {
    self.spendable = spendable
    self.waiting = waiting
    self.underway = underway
    self.digest = digest
  }
}

/// What a node says of a hash.
package enum NodePayment: Sendable, Hashable {
  /// The node was never asked to pay it, or has forgotten it because nothing came of it.
  case none
  /// The node has nothing of it, but something is under way that may be a part of it: it cannot tell.
  case unclear
  /// An attempt goes on, or a part of one has not come back yet. Whatever is not known for certain is this.
  case pending
  /// All attempts are over, and nothing is under way. No money has moved.
  case over
  /// The money has arrived: the node has the preimage, in hexadecimal. `fee` is what it cost on its way.
  case settled(fee: Amount, preimage: String)
}

/// A payment that has arrived.
package struct LightningReceipt: Sendable, Hashable {
  /// The hash, in hexadecimal.
  package let paymentHash: String
  /// What arrived.
  package let amount: Amount

  /// Creates one of its parts.
  package init(paymentHash: String, amount: Amount) {
    self.paymentHash = paymentHash
    self.amount = amount
  }
}
