package import PaymentsModel
package import WalletBackend

extension MockWallet {
  /// Returns the transactions that were sent. The cursor is the number of transactions that wallets of the chain had
  /// sent.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let seen = cursor.flatMap { Int($0.rawValue) } ?? 0
    return try await step(.sends) { state throws(WalletError) in
      let chain = state.chains[index]
      let start = (0...chain.sent.count).contains(seen) ? seen : 0
      let sends = chain.sent[start...].compactMap { id -> WalletSend? in
        guard let entry = chain.entries[id], entry.transaction.sender == name else { return nil }
        if case .conflicted = entry.place { return nil }
        let transaction = entry.transaction
        return WalletSend(
          transactionID: id,
          outputs: transaction.outputs.map {
            SentOutput(address: $0.address, amount: Amount(atomicUnits: $0.amount))
          },
          fee: Amount(atomicUnits: transaction.fee), marks: chain.marks[id] ?? [])
      }
      return SendPage(sends: sends, cursor: SendCursor(rawValue: String(chain.sent.count)))
    }
  }

  /// Stores a mark in the network's state file, if it has one.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    let id = try MockTransactionBlob.transaction(signedTransaction).id
    try await step(.mark) { state throws(WalletError) in
      guard state.chains[index].marks[id]?.contains(text) != true else { return }
      guard state.append(.mark(id: id, text: text), to: index) else { throw .unavailable }
    }
  }

  /// Returns the transaction, which the network keeps completely.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    try await step(.sentTransaction) { state throws(WalletError) in
      guard let transaction = state.chains[index].entries[transactionID]?.transaction, transaction.sender == name else {
        throw .cannotProve
      }
      return SignedTransaction(
        transactionID: transaction.id, fee: Amount(atomicUnits: transaction.fee),
        blob: MockTransactionBlob.blob(transaction))
    }
  }
}
