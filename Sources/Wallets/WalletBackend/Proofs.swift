public import PaymentsModel

/// What a proof is about.
public enum ProofSubject: Sendable, Hashable {
  /// A transaction paid an address.
  case payment(PaymentProofSubject)
  /// The prover holds the key of this address, in the form that ``WalletBackend/newAddress(label:)`` answered.
  case address(String)
  /// The prover holds at least so much, unspent, at the time when the proof is verified.
  ///
  /// `address` is ``WalletProof/address`` of the proof where that is not `nil`, and is needed to verify; it is `nil`
  /// for a new proof.
  case reserve(Amount, address: String?)
}

/// A payment, as a proof names it.
public struct PaymentProofSubject: Sendable, Hashable {
  /// The transaction id, in lowercase hexadecimal.
  public let transactionID: String
  /// The address that was paid.
  public let address: String
  /// The signed transaction, where this wallet is asked to prove that it made the payment itself; `nil` for a payment
  /// that it received, and for all that is to be verified. Its transaction is another one where that took its place,
  /// see ``PaymentsModel/PaymentLookup/replaced(by:confirmations:payments:)``.
  public let signedTransaction: SignedTransaction?

  /// A payment to one address.
  public init(transactionID: String, address: String, signedTransaction: SignedTransaction? = nil) {
    self.transactionID = transactionID
    self.address = address
    self.signedTransaction = signedTransaction
  }
}

/// A proof that a wallet made.
public struct WalletProof: Sendable, Hashable {
  /// The wallet's own form, at most ``maximumLength`` bytes of UTF-8: `OutProofV2…`, `InProofV2…`, `ReserveProofV2…`
  /// and `SigV2…` of Monero; of the Bitcoin family the signature of `signmessage`, or a JSON document that holds some.
  public let text: String
  /// The address that a verifier must name where the subject names none: the wallet's primary address for Monero's
  /// proofs of reserves, `nil` for all others.
  public let address: String?

  /// The longest text that is made or read, in bytes of UTF-8.
  public static let maximumLength = 262_144

  /// A proof.
  public init(text: String, address: String? = nil) {
    self.text = text
    self.address = address
  }
}

/// What a proof shows.
public enum ProofVerdict: Sendable, Hashable {
  /// It holds.
  case valid(ProvenFacts)
  /// It does not.
  case invalid(ProofFlaw)
}

/// Whose key signed a valid proof.
public enum ProofSigner: String, Sendable, Hashable, Codable {
  /// One who made the transaction: Monero's transaction key, or the key of one of its inputs.
  case payer
  /// The holder of the address that was paid.
  case payee
  /// The holder of the address, or of the reserves.
  case holder
}

/// What a valid proof shows.
public struct ProvenFacts: Sendable, Hashable {
  /// Whose key signed it.
  public let signer: ProofSigner
  /// What the transaction pays the address, or what is held and unspent now; `nil` for an address.
  public let amount: Amount?
  /// Confirmations of the payment's transaction, 0 while it waits for a block; `nil` for the others.
  public let confirmations: Int?
  /// Whether the payment's transaction waits for a block.
  public let isInPool: Bool
  /// What the proof of reserves names, but was spent since it was made, where the network still tells it; `nil` for the
  /// others.
  public let spent: Amount?

  /// What a valid proof shows.
  public init(
    signer: ProofSigner, amount: Amount? = nil, confirmations: Int? = nil, isInPool: Bool = false, spent: Amount? = nil
  ) {
    self.signer = signer
    self.amount = amount
    self.confirmations = confirmations
    self.isInPool = isInPool
    self.spent = spent
  }
}

/// Why a well-formed proof shows nothing.
public enum ProofFlaw: String, Sendable, Hashable, Codable {
  /// The signature is not one of this message by the key in question.
  case signature
  /// It is about another transaction or address than the subject.
  case subject
  /// The network does not know the transaction, as far as this wallet can see.
  case transaction
  /// Less is held and unspent than the subject says.
  case amount
}

/// A wallet that can prove payments and funds without paying, and tell what such proofs show.
///
/// The message is signed as it is: whoever calls binds it to what it is about. It is UTF-8 of 1 to 4096 bytes.
/// Both calls leave the wallet as it is: no record, no lock, no new address.
public protocol ProvingWallet: WalletBackend {
  /// A proof over exactly this message.
  ///
  /// - Throws: ``WalletError/cannotProve`` where the wallet has not the key, does not know the transaction or has no
  ///   such proof; ``WalletError/insufficientFunds`` for reserves that it does not have; ``WalletError/locked`` where
  ///   the key is locked.
  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof

  /// What a proof shows that anybody made, also with the wallet's own tools.
  ///
  /// - Throws: ``WalletError/malformedProof`` for a text that is none of this kind; ``WalletError/invalidAddress`` for
  ///   an address of the subject that is none.
  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict
}
