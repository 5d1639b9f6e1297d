public import PaymentsModel

/// Makes a proof of a payment, an address or reserves, without paying. The scope is never granted by default.
public enum ProofRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "proof_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .prove
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Proves a payment, an address or reserves without paying. Never granted by default."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .orderNotFound, .invoiceNotFound, .addressNotFound, .nothingToProve,
    .amountOutOfRange, .tooManyDecimals, .insufficientFunds, .walletUnavailable, .walletSyncing, .walletLocked,
    .walletTimeout, .walletError, .cannotProve, .quotaExceeded,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// The kind of proof.
    public var kind: ProofKind
    /// The text that the verifier wants to find in the proof: 1 to 256 code points on one line.
    public var message: String
    /// For `payment`: a payment order of this app, which proves as the payer.
    public var orderID: OrderID?
    /// For `payment`: an invoice of this app, which proves as the payee.
    public var invoiceID: InvoiceID?
    /// With `invoice_id`: the transaction, if several paid the invoice.
    public var transactionID: String?
    /// For `address`: an address that was given to this app.
    public var address: String?
    /// For `reserve`: the amount that has to be proven.
    public var amount: DecimalAmount?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      currency: String, kind: ProofKind, message: String, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil
    ) {
      self.currency = currency
      self.kind = kind
      self.message = message
      self.orderID = orderID
      self.invoiceID = invoiceID
      self.transactionID = transactionID
      self.address = address
      self.amount = amount
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// The network of the currency, such as `mainnet`.
    public var network: String
    /// The kind of proof.
    public var kind: ProofKind
    /// The proof in the wallet's own form.
    public var proof: String
    /// The exact text that was signed. A verifier needs it unchanged.
    public var signedMessage: String
    /// For `payment`: the transaction.
    public var transactionID: String?
    /// For `payment`: the address that was paid. For `address`: the address. For `reserve`: the address that verifiers
    /// need, if they need one.
    public var address: String?
    /// For `payment`: the amount that the transaction pays to the address. For `reserve`: the proven amount.
    public var amount: DecimalAmount?
    /// The order, if the proof is about one.
    public var orderID: OrderID?
    /// The invoice, if the proof is about one.
    public var invoiceID: InvoiceID?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(
      currency: String, network: String, kind: ProofKind, proof: String, signedMessage: String,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil, orderID: OrderID? = nil,
      invoiceID: InvoiceID? = nil
    ) {
      self.currency = currency
      self.network = network
      self.kind = kind
      self.proof = proof
      self.signedMessage = signedMessage
      self.transactionID = transactionID
      self.address = address
      self.amount = amount
      self.orderID = orderID
      self.invoiceID = invoiceID
    }
  }
}

/// The kind of a proof.
public enum ProofKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A transaction paid an address.
  case payment
  /// The prover holds the key of an address.
  case address
  /// The prover holds at least an amount.
  case reserve
}
