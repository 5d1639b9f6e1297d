import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// Returns the inputs of the transaction.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try BitcoinTransactionBlob(signedTransaction).inputs.map(\.coin)
  }

  /// Locks the coins that are reserved for payments but which the daemon would still choose. A daemon that was
  /// restarted has forgotten its locks, and perhaps also the transactions that were sent to it.
  func lockKept() async throws(WalletError) {
    let kept = reservations.kept
    var forgotten: [Outpoint] = []
    for entry in try await rpc.result("listunspent", [0, 9_999_999, []]).elements() {
      let outpoint = try Outpoint(entry)
      if kept.contains(outpoint.coin) { forgotten.append(outpoint) }
    }
    try await setLock(true, forgotten)
  }
}
