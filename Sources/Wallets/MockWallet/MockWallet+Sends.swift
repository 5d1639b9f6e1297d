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
          fee: Amount(atomicUnits: transaction.fee), replaces: chain.replaced[id] ?? [],
          marks: chain.marks[id] ?? [])
      }
      return SendPage(sends: sends, cursor: SendCursor(rawValue: String(chain.sent.count)))
    }
  }

  /// Stores a mark in the network's state file, if it has one.
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let id = try MockTransactionBlob.transaction(signedTransaction).id
    try await step(.mark) { state throws(WalletError) in
      guard state.chains[index].marks[id]?.contains(text) != true else { return }
      guard state.append(.mark(id: id, text: text, addresses: addresses), to: index) else { throw .unavailable }
    }
  }

  /// Returns the marks that are stored with recipients.
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    try await step(.marks) { state throws(WalletError) in
      Set(addresses.flatMap { state.chains[index].marksPaying[$0] ?? [] }).sorted()
    }
  }

  /// Returns the transaction, which the network keeps completely.
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at place: Int
  ) async throws(WalletError) -> SignedTransaction {
    try await step(.sentTransaction) { state throws(WalletError) in
      let output = MockOutput(address: intent.address, amount: intent.amount.atomicUnits)
      guard let transaction = state.chains[index].entries[transactionID]?.transaction, transaction.sender == name,
        let place = transaction.outputs.firstIndex(of: output)
      else { throw .cannotProve }
      return SignedTransaction(
        transactionID: transaction.id, fee: transaction.places[place].share(of: Amount(atomicUnits: transaction.fee)),
        blob: MockTransactionBlob.blob(transaction, output: place))
    }
  }

  /// Returns those of the transactions that the network has from this wallet.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    try await step(.sends) { state throws(WalletError) in
      Set(transactionIDs.filter { state.chains[index].entries[$0]?.transaction.sender == name })
    }
  }

  /// Returns those of the addresses that this wallet has made, and the one that belongs to it from the beginning.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    let first = firstAddress
    return try await step(.sends) { state throws(WalletError) in
      Set(addresses.filter { $0 == first || state.chains[index].owners[$0] == name })
    }
  }

  /// Returns the address that the wallet makes first.
  package func witness() async throws(WalletError) -> String {
    try await step(.sends) { _ throws(WalletError) in firstAddress }
  }

  private var firstAddress: String {
    MockAddress.receiving(currency: currency.code, wallet: name, number: 0, seed: network.configuration.seed)
  }
}
