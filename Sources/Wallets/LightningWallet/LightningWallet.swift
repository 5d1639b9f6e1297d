import LightningInvoices
package import PaymentsModel
package import WalletBackend

/// A wallet that pays and receives by Lightning as well as on the chain, in one currency.
///
/// Payments to addresses go to the wallet of the chain, unchanged. A payment of an invoice has no transaction, and nobody's
/// word for its state is believed alone, so it follows the same procedure with other things in the same places:
///
/// - *Prepare* makes the durable decision: this hash, this amount, this fee at most. The hash is reserved as coins are, so that
///   no two payments of this wallet are about the same invoice, whoever asked for them.
/// - *Commit* is one attempt. It begins only after the node was asked and nothing is under way for the hash.
/// - *Lookup* is the truth, and only three answers of it are final: the preimage is there and fits the hash; all attempts are
///   over, nothing is under way and none can begin any more; or nothing was ever attempted and the invoice has expired.
///
/// Only the node that was to pay can tell. One with another key is never asked what became of a decision, nor to attempt it. A
/// preimage that was seen is proof for ever, so that nobody is asked again.
package final class LightningWallet: WalletBackend {
  /// The most attempts at once. Each has a connection to the node of its own: one that waited for another could begin
  /// after its deadline.
  package static let mostAttempts = 64

  /// The wallet of the chain.
  let chain: any WalletBackend
  let node: any LightningNode
  let clock: any WallClock
  let attempts: AttemptsUnderway
  let proven = ProvenHashes()
  /// How long a commit waits for the end of its attempt.
  let patience: Duration

  /// Adds a node to the wallet of a chain.
  ///
  /// - Parameters:
  ///   - patience: how long ``commit(_:)`` waits for an attempt before it says that the attempt goes on.
  ///   - uptime: a clock that nobody sets.
  package init(
    chain: any WalletBackend, node: any LightningNode, clock: any WallClock, patience: Duration = .seconds(10),
    uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.chain = chain
    self.node = node
    self.clock = clock
    self.patience = patience
    attempts = AttemptsUnderway(now: uptime)
  }

  /// That of the chain's wallet.
  package var currency: Currency { chain.currency }

  /// From one atomic unit on, because there is no dust on Lightning. The chain's wallet refuses its own.
  package var transferAmounts: ClosedRange<Amount> { Amount(atomicUnits: 1)...chain.transferAmounts.upperBound }

  /// Those of the chain's wallet, which also hold the hashes that are being paid.
  package var reservations: CoinReservations { chain.reservations }

  /// That of the chain's wallet. An invoice is paid by itself.
  package var mostRecipients: Int { chain.mostRecipients }

  /// As with the chain's wallet.
  package var choosesCoinsInTurn: Bool { chain.choosesCoinsInTurn }

  /// As with the chain's wallet.
  package var makesAddressesAhead: Bool { chain.makesAddressesAhead }

  /// Invoices are made by the node.
  package var makesInvoices: Bool { true }

  /// Whether a text is an address of the chain or an invoice.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    guard LightningInvoice.looksLikeOne(text) else { return try await chain.checkAddress(text) }
    guard let invoice = try? LightningInvoice(text) else { return .malformed }
    return invoice.prefix == node.invoicePrefix ? .valid(invoice.text) : .wrongNetwork
  }

  /// The amount of an invoice.
  package func fixedAmount(of address: String) -> Amount? {
    guard LightningInvoice.looksLikeOne(address), let invoice = try? LightningInvoice(address) else { return nil }
    return invoice.amount
  }

  /// The status of the chain's wallet, without which channels cannot be watched either, and then that of the node.
  package func status() async -> WalletStatus { await glance().status }

  /// What the chain's wallet says, with a digest of the channels.
  package func glance() async -> WalletGlance {
    var glance = await chain.glance()
    guard let digest = glance.digest else { return glance }
    // While the node does not answer, the chain can still be used; payments by Lightning wait.
    let funds = try? await node.funds()
    glance.digest = WalletDigest(
      blocks: digest.blocks, transactions: "\(digest.transactions) \(funds?.digest ?? "-")")
    return glance
  }

  /// News of the chain's wallet.
  package func news() -> AsyncStream<WalletHint> { chain.news() }

  /// The balance on the chain and in channels.
  package func balance() async throws(WalletError) -> WalletBalance {
    var balance = try await chain.balance()
    guard let funds = try await funds() else { return balance }
    balance.available = try balance.available.plus(funds.spendable)
    balance.locked = try balance.locked.plus(funds.underway)
    return balance
  }

  /// The larger one of what can be paid on the chain and by Lightning.
  package func largestPayment() async throws(WalletError) -> Amount {
    let ofChain = try await chain.largestPayment()
    return max(ofChain, try await funds()?.spendable ?? .zero)
  }

  /// What the node can pay; `nil` if it does not answer, which keeps nobody from paying on the chain. Where there is none, a
  /// node that does not answer would be taken for an empty one.
  private func funds() async throws(WalletError) -> ChannelFunds? {
    do { return try await node.funds() } catch {
      if chain is NoChain { throw error }
      return nil
    }
  }
}
