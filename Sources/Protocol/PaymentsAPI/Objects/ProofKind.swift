/// The kind of a proof.
public enum ProofKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A transaction paid an address.
  case payment
  /// The prover holds the key of an address.
  case address
  /// The prover holds at least an amount.
  case reserve
}
