// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// The state of a statement.
public enum StatementState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The ledger is being read, or the file being written.
  case preparing
  /// The file can be fetched.
  case ready
  /// The statement could not be made.
  case failed
}

/// The form of a statement's file.
public enum StatementFormat: String, Codable, Sendable, Hashable, CaseIterable {
  /// A `statement_document`, as JSON.
  case json
  /// Comma-separated values, RFC 4180.
  case csv
  /// Text with lines of a fixed width, for people.
  case text
  /// A PDF document, for people.
  case pdf
}

/// The kind of payment in a row.
public enum StatementKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A transfer to an invoice reached the required number of confirmations.
  case received
  /// A transfer that had counted as received was reversed by a reorganisation or a double spend.
  case takenBack = "taken_back"
  /// A payment order succeeded.
  case paid
  /// A payment did not take effect, or not with this transaction. The amount and the fee were returned.
  case returned
}

/// The status of an opening.
public enum OpeningStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The link has not been opened yet.
  case waiting
  /// The owner is viewing it. The link does not work a second time.
  case opened
  /// The owner has finished.
  case returned
  /// It was not opened or not finished in time.
  case expired
}

/// The result of an opening. It is the state of the shown object, whatever caused that state.
public enum OpeningResult: String, Codable, Sendable, Hashable, CaseIterable {
  /// The order is approved or has progressed further.
  case approved
  /// The order is rejected.
  case rejected
  /// The owner has viewed it.
  case viewed
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

/// The party whose key signed a proof.
public enum ProofParty: String, Codable, Sendable, Hashable, CaseIterable {
  /// The person who made the payment.
  case payer
  /// The holder of the address that was paid.
  case payee
  /// The holder of the address or of the reserves.
  case holder
}

/// The reason why a proof is not valid.
public enum ProofFault: String, Codable, Sendable, Hashable, CaseIterable {
  /// The signature was not made for this message with the key in question.
  case signature
  /// The proof is about another transaction, address or payment hash.
  case subject
  /// The network does not know the transaction, as far as the wallet can determine.
  case transaction
  /// The proof shows less than the required amount.
  case amount
}

/// A statement of an app's payments, as far as it is prepared.
public struct Statement: WireObject {
  /// The provider's name of the statement.
  public var statementID: String
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// Grows by one with each change that can be seen; for `after`.
  public var version: Int
  /// How far it is.
  public var state: StatementState
  /// The form of the file.
  public var format: StatementFormat
  /// The first moment of the period.
  public var from: Timestamp
  /// The first moment after the period.
  public var to: Timestamp
  /// The payments of the period.
  public var rows: Int
  /// How many of them were read so far.
  public var rowsDone: Int
  /// The media type of the file.
  public var mediaType: String
  /// A name for the file.
  public var fileName: String
  /// When it was asked for.
  public var createdAt: Timestamp
  /// The currency that it is about; absent where all.
  public var currency: String?
  /// When `ready`: the bytes of the file.
  public var size: Int?
  /// When `ready`: SHA-256 of the file, in lowercase hexadecimal.
  public var sha256: String?
  /// When `ready`: the parts in which the file is fetched.
  public var parts: Int?
  /// When `ready`: until when it can be fetched; it may be dropped earlier for newer ones.
  public var expiresAt: Timestamp?
  /// When `failed`: a reason of the error list.
  public var reason: String?

  /// Creates it of its members.
  public init(
    statementID: String, requestID: PaymentRequestID, version: Int, state: StatementState, format: StatementFormat,
    from: Timestamp, to: Timestamp, rows: Int, rowsDone: Int, mediaType: String, fileName: String, createdAt: Timestamp,
    currency: String? = nil, size: Int? = nil, sha256: String? = nil, parts: Int? = nil, expiresAt: Timestamp? = nil,
    reason: String? = nil
  ) {
    (self.statementID, self.requestID, self.version, self.state) = (statementID, requestID, version, state)
    (self.format, self.from, self.to, self.rows) = (format, from, to, rows)
    (self.rowsDone, self.mediaType, self.fileName, self.createdAt) = (rowsDone, mediaType, fileName, createdAt)
    (self.currency, self.size, self.sha256, self.parts) = (currency, size, sha256, parts)
    (self.expiresAt, self.reason) = (expiresAt, reason)
  }
}

/// A statement in the format `json`.
public struct StatementDocument: WireObject {
  /// The provider.
  public var provider: ProviderInfo
  /// The first moment of the period.
  public var from: Timestamp
  /// The first moment after the period.
  public var to: Timestamp
  /// `from` in the owner's time zone, with the offset from UTC.
  public var fromLocal: String
  /// `to` in the owner's time zone, with the offset from UTC.
  public var toLocal: String
  /// The owner's time zone, such as `Europe/Berlin`.
  public var timeZone: String
  /// When the ledger was read.
  public var madeAt: Timestamp
  /// One for each currency, by code.
  public var sections: [StatementSection]
  /// The app that it is about; absent where all.
  public var app: StatementApp?

  /// Creates it of its members.
  public init(
    provider: ProviderInfo, from: Timestamp, to: Timestamp, fromLocal: String, toLocal: String, timeZone: String,
    madeAt: Timestamp, sections: [StatementSection], app: StatementApp? = nil
  ) {
    (self.provider, self.from, self.to, self.fromLocal) = (provider, from, to, fromLocal)
    (self.toLocal, self.timeZone, self.madeAt, self.sections) = (toLocal, timeZone, madeAt, sections)
    self.app = app
  }
}

/// The app that a statement is about.
public struct StatementApp: WireObject {
  /// The claimed name.
  public var name: String
  /// The app's Ed25519 public key, base64url: its identity.
  public var key: String

  /// Creates it of its members.
  public init(name: String, key: String) {
    (self.name, self.key) = (name, key)
  }
}

/// What a statement tells of one currency: `opening` + `in` - `out` - `fees` = `closing`.
public struct StatementSection: Codable, Sendable, Hashable {
  /// The currency code.
  public var currency: String
  /// Decimal places of the unit.
  public var decimals: Int
  /// The sum of all flow before the period.
  public var opening: SignedDecimal
  /// The sum of what was received.
  public var incoming: DecimalAmount
  /// The sum of what was paid, without fees, and of what was taken back.
  public var outgoing: DecimalAmount
  /// The sum of the network fees of what was paid.
  public var fees: DecimalAmount
  /// The part of `out` that was taken back.
  public var takenBack: DecimalAmount
  /// The sum of all flow up to the end of the period.
  public var closing: SignedDecimal
  /// The payments, oldest first.
  public var rows: [StatementRow]
  /// The flow of each day on which there was any, in the owner's time zone.
  public var days: [StatementDay]
  /// The network of the currency, where the provider still serves it.
  public var network: String?

  private enum CodingKeys: String, CodingKey {
    case currency
    case decimals
    case opening
    case incoming = "in"
    case outgoing = "out"
    case fees
    case takenBack = "taken_back"
    case closing
    case rows
    case days
    case network
  }

  /// Creates it of its members.
  public init(
    currency: String, decimals: Int, opening: SignedDecimal, incoming: DecimalAmount, outgoing: DecimalAmount,
    fees: DecimalAmount, takenBack: DecimalAmount, closing: SignedDecimal, rows: [StatementRow], days: [StatementDay],
    network: String? = nil
  ) {
    (self.currency, self.decimals, self.opening, self.incoming) = (currency, decimals, opening, incoming)
    (self.outgoing, self.fees, self.takenBack, self.closing) = (outgoing, fees, takenBack, closing)
    (self.rows, self.days, self.network) = (rows, days, network)
  }
}

/// One payment of a statement.
public struct StatementRow: Codable, Sendable, Hashable {
  /// When it was booked.
  public var at: Timestamp
  /// The same in the owner's time zone, with the offset from UTC.
  public var localAt: String
  /// Which way the money went.
  public var kind: StatementKind
  /// What came.
  public var incoming: DecimalAmount
  /// What went, without the fee.
  public var outgoing: DecimalAmount
  /// The network fee.
  public var fee: DecimalAmount
  /// The sum of all flow up to this row.
  public var balance: SignedDecimal
  /// The invoice or the order.
  public var objectID: String
  /// The transaction id on the network.
  public var transactionID: String
  /// What it is for, as the app said.
  public var description: String?
  /// The address that was paid.
  public var address: String?
  /// What the owner calls that address; only in a statement of the owner's.
  public var payee: String?
  /// The app, in a statement of the owner's about all; absent for what came without one.
  public var app: StatementApp?

  private enum CodingKeys: String, CodingKey {
    case at
    case localAt = "local_at"
    case kind
    case incoming = "in"
    case outgoing = "out"
    case fee
    case balance
    case objectID = "object_id"
    case transactionID = "transaction_id"
    case description
    case address
    case payee
    case app
  }

  /// Creates it of its members.
  public init(
    at: Timestamp, localAt: String, kind: StatementKind, incoming: DecimalAmount, outgoing: DecimalAmount,
    fee: DecimalAmount, balance: SignedDecimal, objectID: String, transactionID: String, description: String? = nil,
    address: String? = nil, payee: String? = nil, app: StatementApp? = nil
  ) {
    (self.at, self.localAt, self.kind, self.incoming) = (at, localAt, kind, incoming)
    (self.outgoing, self.fee, self.balance, self.objectID) = (outgoing, fee, balance, objectID)
    (self.transactionID, self.description, self.address, self.payee) = (transactionID, description, address, payee)
    self.app = app
  }
}

/// The flow of one day.
public struct StatementDay: Codable, Sendable, Hashable {
  /// The date, such as `2026-03-20`.
  public var day: String
  /// The sum of what came.
  public var incoming: DecimalAmount
  /// The sum of what went, without fees.
  public var outgoing: DecimalAmount
  /// The sum of the network fees.
  public var fees: DecimalAmount
  /// The sum of all flow up to the end of the day.
  public var balance: SignedDecimal

  private enum CodingKeys: String, CodingKey {
    case day
    case incoming = "in"
    case outgoing = "out"
    case fees
    case balance
  }

  /// Creates it of its members.
  public init(
    day: String, incoming: DecimalAmount, outgoing: DecimalAmount, fees: DecimalAmount, balance: SignedDecimal
  ) {
    (self.day, self.incoming, self.outgoing, self.fees) = (day, incoming, outgoing, fees)
    self.balance = balance
  }
}

/// Something that an app asked the provider to show to the owner.
public struct Opening: WireObject {
  /// The provider's name of the opening.
  public var openingID: String
  /// Grows by one with each change that can be seen; for `after`.
  public var version: Int
  /// How far it is.
  public var status: OpeningStatus
  /// Exactly what the app gave.
  public var state: String
  /// Whether the owner is led back to the app.
  public var returns: Bool
  /// When it was asked for.
  public var createdAt: Timestamp
  /// Until when it can be opened, or come back.
  public var expiresAt: Timestamp
  /// The order that is shown.
  public var orderID: OrderID?
  /// The invoice that is shown.
  public var invoiceID: InvoiceID?
  /// When `returned`: how it went.
  public var result: OpeningResult?

  /// Creates it of its members.
  public init(
    openingID: String, version: Int, status: OpeningStatus, state: String, returns: Bool, createdAt: Timestamp,
    expiresAt: Timestamp, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil, result: OpeningResult? = nil
  ) {
    (self.openingID, self.version, self.status, self.state) = (openingID, version, status, state)
    (self.returns, self.createdAt, self.expiresAt, self.orderID) = (returns, createdAt, expiresAt, orderID)
    (self.invoiceID, self.result) = (invoiceID, result)
  }
}
