public import PaymentsModel

/// The statement that a proof proves.
public enum ProofSubject: Sendable, Hashable {
  /// The statement that a transaction paid an address.
  case payment(PaymentProofSubject)
  /// The statement that the prover holds the key of an address. The address is in the form that
  /// ``WalletBackend/newAddress(label:)`` returned.
  case address(String)
  /// The statement that the prover holds at least this amount, unspent, when the proof is verified.
  ///
  /// `address` is needed for verification if ``WalletProof/address`` of the proof is not `nil`, and has that value. It
  /// is `nil` when a new proof is made.
  case reserve(Amount, address: String?)
}

/// A payment that a proof is about.
public struct PaymentProofSubject: Sendable, Hashable {
  /// The transaction id, in lowercase hexadecimal.
  public let transactionID: String
  /// The recipient's address.
  public let address: String
  /// The signed transaction, if this wallet is asked to prove that it made the payment itself. It is `nil` for a
  /// payment that the wallet received, and for verification. If another transaction has taken its place,
  /// `transactionID` is that of the other one; see
  /// ``PaymentsModel/PaymentLookup/replaced(by:confirmations:payments:)``.
  public let signedTransaction: SignedTransaction?

  /// Creates the subject of a proof.
  public init(transactionID: String, address: String, signedTransaction: SignedTransaction? = nil) {
    self.transactionID = transactionID
    self.address = address
    self.signedTransaction = signedTransaction
  }
}

/// A proof that a wallet has made.
public struct WalletProof: Sendable, Hashable {
  /// The text of the proof in the wallet's own form, at most ``maximumLength`` bytes of UTF-8. Monero has
  /// `OutProofV2…`, `InProofV2…`, `ReserveProofV2…` and `SigV2…`. The Bitcoin family has a signature by `signmessage`,
  /// or a JSON document with such signatures. Of a payment by Lightning it is the preimage, 64 hexadecimal digits.
  public let text: String
  /// The address that a verifier must give if the subject has none. For Monero's proofs of reserves it is the wallet's
  /// primary address, and for all others it is `nil`.
  public let address: String?

  /// The greatest length of a text that is made or read, in bytes of UTF-8.
  public static let maximumLength = 262_144

  /// Creates a proof.
  public init(text: String, address: String? = nil) {
    self.text = text
    self.address = address
  }
}

/// The result of verifying a proof.
public enum ProofVerdict: Sendable, Hashable {
  /// The proof is valid.
  case valid(ProvenFacts)
  /// The proof is not valid.
  case invalid(ProofFlaw)
}

/// The holder of the key that signed a valid proof.
public enum ProofSigner: String, Sendable, Hashable, Codable {
  /// The payer, who has Monero's transaction key or the key of one of the inputs.
  case payer
  /// The holder of the address that was paid.
  case payee
  /// The holder of the address or of the reserves.
  case holder
}

/// The facts that a valid proof establishes.
public struct ProvenFacts: Sendable, Hashable {
  /// The holder of the key that signed the proof; `nil` for a preimage, which is no signature.
  public let signer: ProofSigner?
  /// The amount that the transaction pays to the address, or that is held and unspent now; `nil` for an address, and for an
  /// invoice that names none.
  public let amount: Amount?
  /// The confirmations of the payment's transaction, 0 while it waits for a block; `nil` for other subjects, and for
  /// payments by Lightning.
  public let confirmations: Int?
  /// Whether the payment's transaction waits for a block.
  public let isInPool: Bool
  /// The part of the reserves that was spent after the proof was made, if the network can tell; `nil` for other
  /// subjects.
  public let spent: Amount?

  /// Creates facts.
  public init(
    signer: ProofSigner?, amount: Amount? = nil, confirmations: Int? = nil, isInPool: Bool = false, spent: Amount? = nil
  ) {
    self.signer = signer
    self.amount = amount
    self.confirmations = confirmations
    self.isInPool = isInPool
    self.spent = spent
  }
}

/// Why a well-formed proof is not valid.
public enum ProofFlaw: String, Sendable, Hashable, Codable {
  /// The signature was not made for this message with the key in question.
  case signature
  /// The proof is about another transaction, address or payment hash than the subject.
  case subject
  /// The network does not know the transaction, as far as this wallet can see.
  case transaction
  /// The amount that is held and unspent is less than the subject says.
  case amount
}

/// A wallet that can prove payments and funds without paying, and can verify such proofs.
///
/// The message is signed as it is, so the caller has to make it specific to its purpose. It has 1 to 4096 bytes of
/// UTF-8. Both calls leave the wallet as it is: they make no record, no lock and no new address.
public protocol ProvingWallet: WalletBackend {
  /// Creates a proof over exactly this message.
  ///
  /// - Throws: ``WalletError/cannotProve`` if the wallet does not have the key, does not know the transaction or cannot
  ///   make such a proof; ``WalletError/insufficientFunds`` if the wallet does not have the reserves;
  ///   ``WalletError/locked`` if the key is locked.
  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof

  /// Verifies a proof, whoever has made it and with which tools.
  ///
  /// - Throws: ``WalletError/malformedProof`` if the text is no proof of this kind; ``WalletError/invalidAddress`` if
  ///   the address of the subject is invalid.
  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict
}
