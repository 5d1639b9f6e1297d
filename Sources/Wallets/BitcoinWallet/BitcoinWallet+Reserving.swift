import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// The inputs.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try BitcoinTransactionBlob(signedTransaction).inputs.map(\.coin)
  }

  /// Locks what the daemon would choose although a payment has it: a daemon that was started anew has forgotten its
  /// locks, and perhaps also what was handed to it.
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
