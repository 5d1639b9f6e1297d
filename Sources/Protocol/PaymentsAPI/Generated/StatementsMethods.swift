// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// Answers an opening, at once or when it changes.
public enum GetOpenRequestStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_open_request_status"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `get_open_request_status`.
  public struct Params: WireObject {
    /// The opening.
    public var openingID: String
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Creates it of its members.
    public init(openingID: String, after: Int? = nil, waitMilliseconds: Int? = nil) {
      (self.openingID, self.after, self.waitMilliseconds) = (openingID, after, waitMilliseconds)
    }
  }

  /// The result of `get_open_request_status`.
  public struct Result: WireObject {
    /// The opening.
    public var opening: Opening

    /// Creates it of its members.
    public init(opening: Opening) {
      self.opening = opening
    }
  }
}

/// Answers a statement of this app and a part of its file.
public enum GetStatementPart: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_statement_part"
  /// The scope that the app needs.
  public static let scope: Scope? = .statement

  /// The params of `get_statement_part`.
  public struct Params: WireObject {
    /// The statement.
    public var statementID: String
    /// Which part, from 0; the default is the first one.
    public var part: Int?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Creates it of its members.
    public init(statementID: String, part: Int? = nil, after: Int? = nil, waitMilliseconds: Int? = nil) {
      (self.statementID, self.part, self.after, self.waitMilliseconds) = (statementID, part, after, waitMilliseconds)
    }
  }

  /// The result of `get_statement_part`.
  public struct Result: WireObject {
    /// The statement.
    public var statement: Statement
    /// The part, base64url; absent until the statement is ready.
    public var data: String?

    /// Creates it of its members.
    public init(statement: Statement, data: String? = nil) {
      (self.statement, self.data) = (statement, data)
    }
  }
}

/// Asks for a link that shows an order, an invoice or this app's payments to the owner.
public enum RequestOpening: PaymentsMethod {
  /// The name on the wire.
  public static let name = "open_request"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `open_request`.
  public struct Params: WireObject {
    /// What the app finds this opening by when it comes back: 1 to 256 of `A-Z a-z 0-9 - . _ ~`.
    public var state: String
    /// Show this order.
    public var orderID: OrderID?
    /// Show this invoice.
    public var invoiceID: InvoiceID?

    /// Creates it of its members.
    public init(state: String, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil) {
      (self.state, self.orderID, self.invoiceID) = (state, orderID, invoiceID)
    }
  }

  /// The result of `open_request`.
  public struct Result: WireObject {
    /// The opening.
    public var opening: Opening
    /// The link that opens it, once.
    public var link: String

    /// Creates it of its members.
    public init(opening: Opening, link: String) {
      (self.opening, self.link) = (opening, link)
    }
  }
}

/// Proves a payment, an address or reserves without paying. Never granted by default.
public enum ProofRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "proof_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .prove

  /// The params of `proof_request`.
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

    /// Creates it of its members.
    public init(
      currency: String, kind: ProofKind, message: String, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil
    ) {
      (self.currency, self.kind, self.message, self.orderID) = (currency, kind, message, orderID)
      (self.invoiceID, self.transactionID, self.address, self.amount) = (invoiceID, transactionID, address, amount)
    }
  }

  /// The result of `proof_request`.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// The network of the currency, such as `mainnet`.
    public var network: String
    /// What is proven.
    public var kind: ProofKind
    /// The proof in the wallet's own form.
    public var proof: String
    /// Exactly the text that was signed, which a verifier needs.
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

    /// Creates it of its members.
    public init(
      currency: String, network: String, kind: ProofKind, proof: String, signedMessage: String,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil, orderID: OrderID? = nil,
      invoiceID: InvoiceID? = nil
    ) {
      (self.currency, self.network, self.kind, self.proof) = (currency, network, kind, proof)
      (self.signedMessage, self.transactionID, self.address, self.amount) = (
        signedMessage, transactionID, address, amount
      )
      (self.orderID, self.invoiceID) = (orderID, invoiceID)
    }
  }
}

/// Prepares a statement of what this app received and paid in a period.
public enum RequestStatement: PaymentsMethod {
  /// The name on the wire.
  public static let name = "statement_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .statement

  /// The params of `statement_request`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The beginning of the period: a date, such as `2026-03-01`, or a timestamp.
    public var from: StatementBound
    /// The end of the period, which is not part of it: a date or a timestamp.
    public var to: StatementBound
    /// The form of the file.
    public var format: StatementFormat
    /// Only of this currency.
    public var currency: String?

    /// Creates it of its members.
    public init(
      requestID: PaymentRequestID, from: StatementBound, to: StatementBound, format: StatementFormat,
      currency: String? = nil
    ) {
      (self.requestID, self.from, self.to, self.format) = (requestID, from, to, format)
      self.currency = currency
    }
  }

  /// The result of `statement_request`.
  public struct Result: WireObject {
    /// The statement.
    public var statement: Statement
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool
    /// The file, base64url, where it is ready and has one part.
    public var data: String?

    /// Creates it of its members.
    public init(statement: Statement, replayed: Bool, data: String? = nil) {
      (self.statement, self.replayed, self.data) = (statement, replayed, data)
    }
  }
}

/// Tells what a proof shows that anybody made.
public enum VerifyProof: PaymentsMethod {
  /// The name on the wire.
  public static let name = "verify_proof"
  /// The scope that the app needs.
  public static let scope: Scope? = .prove

  /// The params of `verify_proof`.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// What is to be shown.
    public var kind: ProofKind
    /// The proof in the wallet's own form, at most 262144 bytes.
    public var proof: String
    /// The text that was signed, exactly, 1 to 4096 bytes.
    public var signedMessage: String
    /// The network that the proof is of; refused where the wallet is on another one.
    public var network: String?
    /// For `payment`: the transaction.
    public var transactionID: String?
    /// For `payment`: the address that was paid; for `address`: the address; for `reserve`: the `address` of the proof,
    /// where it has one.
    public var address: String?
    /// For `reserve`, and where wanted for `payment`: the least that it has to show.
    public var amount: DecimalAmount?

    /// Creates it of its members.
    public init(
      currency: String, kind: ProofKind, proof: String, signedMessage: String, network: String? = nil,
      transactionID: String? = nil, address: String? = nil, amount: DecimalAmount? = nil
    ) {
      (self.currency, self.kind, self.proof, self.signedMessage) = (currency, kind, proof, signedMessage)
      (self.network, self.transactionID, self.address, self.amount) = (network, transactionID, address, amount)
    }
  }

  /// The result of `verify_proof`.
  public struct Result: WireObject {
    /// Whether the proof holds.
    public var valid: Bool
    /// What that means, in a sentence for people.
    public var meaning: String
    /// Why it does not hold.
    public var reason: ProofFault?
    /// Whose key signed it.
    public var signedBy: ProofParty?
    /// For `payment`: what the transaction pays the address; for `reserve`: what is held and unspent now.
    public var amount: DecimalAmount?
    /// For `payment`: confirmations of the transaction.
    public var confirmations: Int?
    /// For `payment`: whether the transaction waits for a block.
    public var inPool: Bool?
    /// For `reserve`: what was spent since the proof was made, where the network tells.
    public var spent: DecimalAmount?

    /// Creates it of its members.
    public init(
      valid: Bool, meaning: String, reason: ProofFault? = nil, signedBy: ProofParty? = nil,
      amount: DecimalAmount? = nil, confirmations: Int? = nil, inPool: Bool? = nil, spent: DecimalAmount? = nil
    ) {
      (self.valid, self.meaning, self.reason, self.signedBy) = (valid, meaning, reason, signedBy)
      (self.amount, self.confirmations, self.inPool, self.spent) = (amount, confirmations, inPool, spent)
    }
  }
}
