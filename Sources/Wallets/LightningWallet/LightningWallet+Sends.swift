import LightningInvoices
package import PaymentsModel
package import WalletBackend

/// The memory of what was sent is that of the chain's wallet. What was paid by Lightning needs none for the safety of payments:
/// the node itself knows by the hash whether an invoice was paid, and is asked before each attempt.
extension LightningWallet {
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    try await chain.sends(since: cursor)
  }

  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    guard try PaymentDecision(signedTransaction) == nil else { return }
    try await chain.mark(signedTransaction, paying: addresses, as: text)
  }

  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let ofChain = addresses.filter { !LightningInvoice.looksLikeOne($0) }
    return ofChain.isEmpty ? [] : try await chain.marks(paying: ofChain)
  }

  package func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    try await chain.unlistedOutputs(ofSend: transactionID)
  }

  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    guard !LightningInvoice.looksLikeOne(intent.address) else { throw .cannotProve }
    return try await chain.signedTransaction(ofSend: transactionID, paying: intent, at: index)
  }

  package func witness() async throws(WalletError) -> String { try await chain.witness() }

  /// Transactions of the chain's wallet. A hash that was paid by Lightning has the form of a transaction id, and is none.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    try await chain.sent(among: transactionIDs)
  }

  /// Addresses of the chain's wallet, and invoices of the node.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    var owned = try await chain.owned(among: addresses.filter { !LightningInvoice.looksLikeOne($0) })
    let invoices = addresses.filter { LightningInvoice.looksLikeOne($0) }
    guard !invoices.isEmpty else { return owned }
    let key = try await node.identity()
    owned.formUnion(invoices.filter { (try? LightningInvoice($0))?.payee == key })
    return owned
  }
}
