import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroTransactionBlob {
  /// Its inputs, by their key images.
  var coins: [CoinID] { keyImages.map(CoinID.init(rawValue:)) }
}

extension MoneroWallet {
  /// The inputs, by their key images.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try MoneroTransactionBlob(signedTransaction).coins
  }

  /// Freezes what the wallet would choose although a payment has it: one that was killed forgets what was not written
  /// down.
  func freezeKept() async throws(WalletError) {
    let kept = reservations.kept
    let answer = try await rpc.wallet(
      "incoming_transfers", ["transfer_type": "available", "account_index": .integer(configuration.account)])
    var forgotten: [String] = []
    for entry in try answer.list("transfers") {
      guard let image = entry["key_image"]?.stringValue, kept.contains(CoinID(rawValue: image)) else { continue }
      if try !entry.bool("frozen") { forgotten.append(image) }
    }
    guard !forgotten.isEmpty else { return }
    try await setFrozen(true, forgotten)
    try await store()
  }

  /// A frozen coin is chosen for no other transaction; the one that was built from it can still be relayed. A coin that
  /// the wallet does not know need not be thawed.
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
