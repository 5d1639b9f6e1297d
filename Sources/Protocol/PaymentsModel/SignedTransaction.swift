/// A complete, signed transaction made by a wallet; or, for a payment by hash, which has none, the decision to make it: its
/// id is the hash, and its fee the largest that may be paid.
///
/// The provider stores it durably before it is passed to the network for the first time, and passes the same value to
/// the wallet for every later step.
public struct SignedTransaction: Sendable, Hashable {
  /// The id of the transaction on the network.
  public let transactionID: String
  /// The network fee of the transaction.
  public let fee: Amount
  /// All data that the wallet needs to commit, look up, lock and release the transaction, also after a restart. It is
  /// opaque to other code.
  public let blob: [UInt8]

  /// Makes a transaction.
  public init(transactionID: String, fee: Amount, blob: [UInt8]) {
    self.transactionID = transactionID
    self.fee = fee
    self.blob = blob
  }
}

extension SignedTransaction: CustomStringConvertible, CustomDebugStringConvertible {
  /// A fixed text, so that signed transactions do not appear in logs.
  public var description: String { "‹signed transaction›" }
  /// A fixed text, like the description.
  public var debugDescription: String { description }
}
