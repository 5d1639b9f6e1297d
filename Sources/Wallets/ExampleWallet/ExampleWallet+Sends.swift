package import PaymentsModel
package import WalletBackend

/// What the wallet sent. The toy node keeps a book of marks; a real wallet has labels or notes for that.
extension ExampleWallet {
  /// The cursor counts the transactions that the node had seen.
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

  /// The node writes it down.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    let id = try ExampleTransaction(signedTransaction).id
    try await node.call { chain throws(WalletError) in
      if chain.marks[id]?.contains(text) != true { chain.marks[id, default: []].append(text) }
    }
  }

  /// The node has all of it.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    try await node.call { chain throws(WalletError) in
      guard let transaction = chain.known.first(where: { $0.id == transactionID && $0.sender == name }) else {
        throw .cannotProve
      }
      return SignedTransaction(transactionID: transaction.id, fee: Self.fee, blob: transaction.blob)
    }
  }
}
