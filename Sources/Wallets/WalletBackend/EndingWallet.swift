public import PaymentsModel

/// A wallet that can end a payment which was signed but which the network does not accept.
///
/// Anybody who has a signed transaction can hand it to the network at any time. It is certain to have no effect only
/// when another transaction in a block has spent one of its coins. Therefore the coins are sent back to the wallet
/// itself, and ``WalletBackend/lookup(_:)`` reports when that is certain.
public protocol EndingWallet: WalletBackend {
  /// Builds and signs a transaction that sends the coins of a payment back to the wallet itself. It has no side
  /// effects.
  ///
  /// - Throws: ``WalletError/coinsBusy`` if the network has the payment, or another transaction already spends its
  ///   coins.
  func prepareEnding(_ signedTransaction: SignedTransaction) async throws(WalletError) -> EndingTransaction

  /// Hands the transaction to the network. Either it or the payment can get into a block first. After an error it is
  /// not known whether the network has it.
  func send(_ ending: EndingTransaction) async throws(WalletError)
}

/// A signed transaction that sends the coins of a payment back to the wallet itself.
///
/// A class because of the compiler's fault with large values.
public final class EndingTransaction: Sendable {
  /// The id of the transaction in the network.
  public let transactionID: String
  /// The fee of the transaction.
  public let fee: Amount
  /// The data that the backend needs to send the transaction.
  public let blob: [UInt8]

  /// Creates a transaction. Only the backend interprets the blob.
  public init(transactionID: String, fee: Amount, blob: [UInt8]) {
    self.transactionID = transactionID
    self.fee = fee
    self.blob = blob
  }
}
