/// The party whose key signed a proof.
public enum ProofParty: String, Codable, Sendable, Hashable, CaseIterable {
  /// The person who made the payment.
  case payer
  /// The holder of the address that was paid.
  case payee
  /// The holder of the address or of the reserves.
  case holder
}
