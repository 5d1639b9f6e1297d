/// What a ledger knows of its wallet. By this the wallet is told from another one, from an empty one of the same name, and
/// from one that has not read the chain yet. As long as the wallet is not the ledger's, what it says of its sends means
/// nothing.
package struct WalletEvidence: Sendable, Hashable {
  /// The newest payments of the ledger that were in a block.
  package let payments: [String]
  /// Addresses that the wallet has given to the ledger.
  package let addresses: [String]

  /// Creates evidence.
  package init(payments: [String], addresses: [String]) {
    self.payments = payments
    self.addresses = addresses
  }

  /// Whether the ledger knows nothing of its wallet, as at its beginning.
  package var isEmpty: Bool { payments.isEmpty && addresses.isEmpty }

  /// Judges a wallet.
  ///
  /// One of the payments and one of the addresses is enough: a wallet that was restored from an old copy may lack some of
  /// the newest addresses, and the network may have lost one of the newest payments.
  ///
  /// - Parameters:
  ///   - sent: those of the payments that the wallet has sent.
  ///   - owned: those of the addresses that are the wallet's.
  package func recognition(sent: Set<String>, owned: Set<String>) -> WalletRecognition {
    let hasAddress = addresses.contains(where: owned.contains)
    guard addresses.isEmpty || hasAddress else { return .another }
    guard payments.isEmpty || payments.contains(where: sent.contains) else { return hasAddress ? .behind : .another }
    return .same
  }
}

/// Whether a wallet is the ledger's.
package enum WalletRecognition: Sendable, Hashable {
  /// It is, or the ledger is new.
  case same
  /// It is, but it does not know the ledger's payments: it was restored and has not read the chain yet.
  case behind
  /// It is another wallet.
  case another
}
