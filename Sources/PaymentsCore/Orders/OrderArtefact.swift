public import PaymentsModel

/// A complete, signed transaction that was not yet handed to the network, as the wallet made it.
public struct OrderArtefact: Sendable, Hashable {
  /// The transaction id under which the network will know it.
  public let transactionID: String
  /// The fee that it pays.
  public let fee: Amount
  /// All that the wallet needs to commit, look up, lock and release it; opaque here.
  public let blob: [UInt8]

  /// An artefact.
  public init(transactionID: String, fee: Amount, blob: [UInt8]) {
    self.transactionID = transactionID
    self.fee = fee
    self.blob = blob
  }
}

extension OrderArtefact: CustomStringConvertible, CustomDebugStringConvertible {
  /// Redacted: a signed transaction does not appear in logs.
  public var description: String { "‹signed transaction›" }
  /// The same as the description.
  public var debugDescription: String { description }
}
