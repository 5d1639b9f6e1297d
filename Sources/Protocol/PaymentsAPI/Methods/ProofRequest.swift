public import PaymentsModel

/// Proves a payment, an address or reserves without paying. Never granted by default.
public enum ProofRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "proof_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .prove
  /// One sentence for documents.
  public static let summary =
    "Proves a payment, an address or reserves without paying. Never granted by default."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .orderNotFound, .invoiceNotFound, .addressNotFound, .nothingToProve,
    .amountOutOfRange, .tooManyDecimals, .insufficientFunds, .walletUnavailable, .walletSyncing, .walletLocked,
    .walletTimeout, .walletError, .cannotProve,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// What is to be proven.
    public var kind: ProofKind
    /// What whoever asked for the proof wants to read in it, 1 to 256 code points on one line.
    public var message: String
    /// For `payment`: the payment order of this app, proven as its payer.
    public var orderID: OrderID?
    /// For `payment`: the invoice of this app, proven as its payee.
    public var invoiceID: InvoiceID?
    /// With `invoice_id`: which transaction, where several paid it.
    public var transactionID: String?
    /// For `address`: an address that was handed to this app.
    public var address: String?
    /// For `reserve`: what is to be proven to be held.
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
    /// What is proven.
    public var kind: ProofKind
    /// The proof in the wallet's own form.
    public var proof: String
    /// The text that was signed, to the letter: a verifier needs it as it is.
    public var signedMessage: String
    /// For `payment`: the transaction.
    public var transactionID: String?
    /// For `payment`: the address that was paid; for `address`: the address; for `reserve`: the address that verifiers
    /// need, where they do.
    public var address: String?
    /// For `payment`: what the transaction pays the address; for `reserve`: the amount.
    public var amount: DecimalAmount?
    /// The order, where it is about one.
    public var orderID: OrderID?
    /// The invoice, where it is about one.
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

/// What a proof is about.
public enum ProofKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A transaction paid an address.
  case payment
  /// The prover holds the key of an address.
  case address
  /// The prover holds at least an amount.
  case reserve
}
