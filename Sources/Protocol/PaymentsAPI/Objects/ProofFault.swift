/// Why a proof does not hold.
public enum ProofFault: String, Codable, Sendable, Hashable, CaseIterable {
  /// The signature is not one of this message by the key in question.
  case signature
  /// It is about another transaction or address.
  case subject
  /// The network does not know the transaction, as far as the wallet can see.
  case transaction
  /// It shows less than the amount.
  case amount
}
