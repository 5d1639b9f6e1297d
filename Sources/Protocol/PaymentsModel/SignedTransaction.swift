/// A complete, signed transaction, as a wallet made it.
///
/// The provider stores it durably before it is handed to the network for the first time, and gives the same value back
/// to the wallet for every later step.
public struct SignedTransaction: Sendable, Hashable {
  /// The transaction id under which the network will know it.
  public let transactionID: String
  /// The network fee that it pays.
  public let fee: Amount
  /// All that the wallet needs to commit, look up, lock and release it, also after a restart; opaque to all others.
  public let blob: [UInt8]

  /// A transaction of a wallet.
  public init(transactionID: String, fee: Amount, blob: [UInt8]) {
    self.transactionID = transactionID
    self.fee = fee
    self.blob = blob
  }
}

extension SignedTransaction: CustomStringConvertible, CustomDebugStringConvertible {
  /// Redacted: a signed transaction does not appear in logs.
  public var description: String { "‹signed transaction›" }
  /// The same as the description.
  public var debugDescription: String { description }
}
