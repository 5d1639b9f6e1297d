package import PaymentsModel
package import WalletBackend

/// The transactions that the wallet has sent. The toy node stores marks itself; a real wallet has labels or notes for
/// them.
extension ExampleWallet {
  /// Returns the transactions that were sent. The cursor is the number of transactions that the node knew at that time.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let seen = cursor.flatMap { Int($0.rawValue) } ?? 0
    return try await node.call { chain throws(WalletError) in
      let start = (0...chain.known.count).contains(seen) ? seen : 0
      let sends = chain.known[start...].compactMap { transaction -> WalletSend? in
        let outputs = transaction.outputs.filter { chain.owners[$0.address] != name }
        guard transaction.sender == name, !transaction.inputs.isEmpty, !outputs.isEmpty else { return nil }
        return WalletSend(
          transactionID: transaction.id,
          outputs: outputs.map { SentOutput(address: $0.address, amount: Amount(atomicUnits: $0.amount)) },
          fee: Self.fee, marks: chain.marks[transaction.id] ?? [])
      }
      return SendPage(sends: sends, cursor: SendCursor(rawValue: String(chain.known.count)))
    }
  }

  /// Stores the mark in the node.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    let id = try ExampleTransaction(signedTransaction).id
    try await node.call { chain throws(WalletError) in
      if chain.marks[id]?.contains(text) != true { chain.marks[id, default: []].append(text) }
    }
  }

  /// Returns the transaction, which the node keeps completely.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    try await node.call { chain throws(WalletError) in
      guard let transaction = chain.known.first(where: { $0.id == transactionID && $0.sender == name }) else {
        throw .cannotProve
      }
      return SignedTransaction(transactionID: transaction.id, fee: Self.fee, blob: transaction.blob)
    }
  }
}
