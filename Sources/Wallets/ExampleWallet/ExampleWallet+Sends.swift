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
          fee: Self.fee, replaces: chain.replaced[transaction.id] ?? [], marks: chain.marks[transaction.id] ?? [])
      }
      return SendPage(sends: sends, cursor: SendCursor(rawValue: String(chain.known.count)))
    }
  }

  /// Stores the mark in the node, with the transaction and with its recipients.
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let id = try ExampleTransaction(signedTransaction).id
    try await node.call { chain throws(WalletError) in
      for name in [id] + addresses where chain.marks[name]?.contains(text) != true {
        chain.marks[name, default: []].append(text)
      }
    }
  }

  /// Returns the marks of the recipients.
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    try await node.call { chain throws(WalletError) in Set(addresses.flatMap { chain.marks[$0] ?? [] }).sorted() }
  }

  /// Returns the transaction, which the node keeps completely. It makes one payment.
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    try await node.call { chain throws(WalletError) in
      let output = ExampleOutput(address: intent.address, amount: intent.amount.atomicUnits)
      guard let transaction = chain.known.first(where: { $0.id == transactionID && $0.sender == name }),
        transaction.outputs.first == output
      else { throw .cannotProve }
      return SignedTransaction(transactionID: transaction.id, fee: Self.fee, blob: transaction.blob)
    }
  }

  /// Returns those of the transactions that the node has from this wallet.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    try await node.call { chain throws(WalletError) in
      Set(chain.known.filter { $0.sender == name && transactionIDs.contains($0.id) }.map(\.id))
    }
  }

  /// Returns those of the addresses that the node made for this wallet.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    try await node.call { chain throws(WalletError) in Set(addresses.filter { chain.owners[$0] == name }) }
  }

  /// Returns the first of the wallet's addresses, which is the same each time the node starts if the wallet has coins.
  package func witness() async throws(WalletError) -> String {
    try await node.call { chain throws(WalletError) in
      chain.owners.filter { $0.value == name }.keys.min() ?? chain.newAddress(of: name)
    }
  }
}
