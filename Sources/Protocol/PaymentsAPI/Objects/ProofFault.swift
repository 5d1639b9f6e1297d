/// The reason why a proof is not valid.
public enum ProofFault: String, Codable, Sendable, Hashable, CaseIterable {
  /// The signature was not made for this message by the key in question.
  case signature
  /// The proof is about another transaction or address.
  case subject
  /// The network does not know the transaction, as far as the wallet can determine.
  case transaction
  /// The proof shows less than the required amount.
  case amount
}
