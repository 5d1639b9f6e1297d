import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroTransactionBlob {
  /// The inputs, identified by their key images.
  var coins: [CoinID] { keyImages.map(CoinID.init(rawValue:)) }
}

extension MoneroWallet {
  /// Returns the inputs of the transaction, identified by their key images.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try MoneroTransactionBlob(signedTransaction).coins
  }

  /// Freezes the coins that are reserved for payments but which the wallet would still choose. A wallet that was killed
  /// has forgotten what was not stored.
  func freezeKept() async throws(WalletError) {
    let kept = reservations.kept
    let answer = try await rpc.wallet(
      "incoming_transfers", ["transfer_type": "available", "account_index": .integer(configuration.account)])
    let forgotten = entries.read(try answer.list("transfers"), of: .coins, name: \.entryName) {
      entry throws(WalletError) -> String? in
      guard let image = entry["key_image"]?.stringValue, kept.contains(CoinID(rawValue: image)) else { return nil }
      return try entry.bool("frozen") ? nil : image
    }
    guard !forgotten.isEmpty else { return }
    try await setFrozen(true, forgotten)
    try await store()
  }

  /// Freezes or thaws coins. A frozen coin is not chosen for another transaction, but a transaction that already spends
  /// it can still be relayed. A coin that the wallet does not know need not be thawed.
  func setFrozen(_ isFrozen: Bool, _ keyImages: [String]) async throws(WalletError) {
    for image in keyImages {
      switch try await rpc.call(isFrozen ? "freeze" : "thaw", ["key_image": .string(image)]) {
      case .result: break
      case .failure(let failure) where !isFrozen && failure.isUnknownKeyImage: break
      case .failure(let failure): throw failure.walletError
      }
    }
  }
}
