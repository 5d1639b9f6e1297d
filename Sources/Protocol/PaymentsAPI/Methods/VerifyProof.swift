public import PaymentsModel

/// Verifies a proof, whoever made it.
public enum VerifyProof: PaymentsMethod {
  /// The name on the wire.
  public static let name = "verify_proof"
  /// The scope that the app needs.
  public static let scope: Scope? = .prove
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Tells what a proof shows that anybody made."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .wrongNetwork, .invalidAddress, .amountOutOfRange, .tooManyDecimals, .walletUnavailable,
    .walletSyncing, .walletTimeout, .walletError, .cannotProve,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// The kind of proof.
    public var kind: ProofKind
    /// The proof in the wallet's own form, at most 262144 bytes.
    public var proof: String
    /// The exact text that was signed, 1 to 4096 bytes.
    public var signedMessage: String
    /// The network of the proof. The request is refused if the wallet is on another one.
    public var network: String?
    /// For `payment`: the transaction.
    public var transactionID: String?
    /// For `payment`: the address that was paid. For `address`: the address. For `reserve`: the `address` of the proof,
    /// if it has one.
    public var address: String?
    /// For `reserve`, and optionally for `payment`: the minimum amount that the proof has to show.
    public var amount: DecimalAmount?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      currency: String, kind: ProofKind, proof: String, signedMessage: String, network: String? = nil,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil
    ) {
      self.currency = currency
      self.kind = kind
      self.proof = proof
      self.signedMessage = signedMessage
      self.network = network
      self.transactionID = transactionID
      self.address = address
      self.amount = amount
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether the proof is valid.
    public var valid: Bool
    /// The meaning of the result, in a sentence for people.
    public var meaning: String
    /// The reason why the proof is not valid.
    public var reason: ProofFault?
    /// The party whose key signed the proof.
    public var signedBy: ProofParty?
    /// For `payment`: the amount that the transaction pays to the address. For `reserve`: the amount that is held and
    /// unspent now.
    public var amount: DecimalAmount?
    /// For `payment`: the number of confirmations of the transaction.
    public var confirmations: Int?
    /// For `payment`: whether the transaction waits for a block.
    public var inPool: Bool?
    /// For `reserve`: the amount that was spent since the proof was made, if the network reports it.
    public var spent: DecimalAmount?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      valid: Bool, meaning: String, reason: ProofFault? = nil, signedBy: ProofParty? = nil,
      amount: DecimalAmount? = nil, confirmations: Int? = nil, inPool: Bool? = nil, spent: DecimalAmount? = nil
    ) {
      self.valid = valid
      self.meaning = meaning
      self.reason = reason
      self.signedBy = signedBy
      self.amount = amount
      self.confirmations = confirmations
      self.inPool = inPool
      self.spent = spent
    }
  }
}

/// The reason why a proof is not valid.
public enum ProofFault: String, Codable, Sendable, Hashable, CaseIterable {
  /// The signature was not made for this message with the key in question.
  case signature
  /// The proof is about another transaction or address.
  case subject
  /// The network does not know the transaction, as far as the wallet can determine.
  case transaction
  /// The proof shows less than the required amount.
  case amount
}

/// The party whose key signed a proof.
public enum ProofParty: String, Codable, Sendable, Hashable, CaseIterable {
  /// The person who made the payment.
  case payer
  /// The holder of the address that was paid.
  case payee
  /// The holder of the address or of the reserves.
  case holder
}
