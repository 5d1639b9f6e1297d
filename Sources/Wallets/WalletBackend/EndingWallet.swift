public import PaymentsModel

/// A wallet that can end a payment which was signed and which the network does not take.
///
/// Whoever has a signed transaction can hand it to the network for ever. Nothing but another transaction in a block
/// that spends one of its coins makes sure that it never takes effect: so the coins are sent back to the wallet itself,
/// and ``WalletBackend/lookup(_:)`` tells when that is certain.
public protocol EndingWallet: WalletBackend {
  /// Builds and signs a transaction that spends the coins of a payment back to the wallet itself. No side effects.
  ///
  /// - Throws: ``WalletError/coinsBusy`` where the network has the payment, or something else spends its coins already.
  func prepareEnding(_ signedTransaction: SignedTransaction) async throws(WalletError) -> EndingTransaction

  /// Hands it to the network. Which of the two gets into a block is open until one has. After an error the network may
  /// have it.
  func send(_ ending: EndingTransaction) async throws(WalletError)
}

/// A signed transaction that spends the coins of a payment back to the wallet itself.
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
public final class EndingTransaction: Sendable {
  /// The transaction id under which the network will know it.
  public let transactionID: String
  /// The fee that it pays.
  public let fee: Amount
  /// All that the backend needs to send it.
  public let blob: [UInt8]

  /// A transaction; the blob is opaque to all but the backend.
  public init(transactionID: String, fee: Amount, blob: [UInt8]) {
    self.transactionID = transactionID
    self.fee = fee
    self.blob = blob
  }
}
