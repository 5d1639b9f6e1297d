public import PaymentsModel

/// The part of a statement about one currency. It satisfies `opening` + `in` - `out` - `fees` = `closing`.
public struct StatementSection: Codable, Sendable, Hashable {
  /// The currency code.
  public var currency: String
  /// The number of decimal places of the unit.
  public var decimals: Int
  /// The balance of all payments before the period.
  public var opening: SignedDecimal
  /// The sum of all amounts received.
  public var incoming: DecimalAmount
  /// The sum of all amounts paid, without fees, and of all received amounts that were reversed.
  public var outgoing: DecimalAmount
  /// The sum of the network fees that were paid.
  public var fees: DecimalAmount
  /// The part of `out` that consists of reversed amounts.
  public var takenBack: DecimalAmount
  /// The balance of all payments up to the end of the period.
  public var closing: SignedDecimal
  /// The payments, oldest first.
  public var rows: [StatementRow]
  /// The sums of each day on which there were payments, in the owner's time zone.
  public var days: [StatementDay]
  /// The network of the currency, if the provider still supports the currency.
  public var network: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    currency: String,
    decimals: Int,
    opening: SignedDecimal,
    incoming: DecimalAmount,
    outgoing: DecimalAmount,
    fees: DecimalAmount,
    takenBack: DecimalAmount,
    closing: SignedDecimal,
    rows: [StatementRow],
    days: [StatementDay],
    network: String? = nil
  ) {
    self.currency = currency
    self.decimals = decimals
    self.opening = opening
    self.incoming = incoming
    self.outgoing = outgoing
    self.fees = fees
    self.takenBack = takenBack
    self.closing = closing
    self.rows = rows
    self.days = days
    self.network = network
  }

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
}

/// One payment of a statement.
public struct StatementRow: Codable, Sendable, Hashable {
  /// The time when it was booked.
  public var at: Timestamp
  /// The same time in the owner's time zone, with the offset from UTC.
  public var localAt: String
  /// The kind of the payment.
  public var kind: StatementKind
  /// The amount received.
  public var incoming: DecimalAmount
  /// The amount paid, without the fee.
  public var outgoing: DecimalAmount
  /// The network fee.
  public var fee: DecimalAmount
  /// The balance of all payments up to this row.
  public var balance: SignedDecimal
  /// The identifier of the invoice or of the order.
  public var objectID: String
  /// The transaction id on the network.
  public var transactionID: String
  /// The purpose, as stated by the app.
  public var description: String?
  /// The app, if the statement is about all apps.
  public var app: StatementApp?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    at: Timestamp,
    localAt: String,
    kind: StatementKind,
    incoming: DecimalAmount,
    outgoing: DecimalAmount,
    fee: DecimalAmount,
    balance: SignedDecimal,
    objectID: String,
    transactionID: String,
    description: String? = nil,
    app: StatementApp? = nil
  ) {
    self.at = at
    self.localAt = localAt
    self.kind = kind
    self.incoming = incoming
    self.outgoing = outgoing
    self.fee = fee
    self.balance = balance
    self.objectID = objectID
    self.transactionID = transactionID
    self.description = description
    self.app = app
  }

  /// What it says for people, in the words of the app: the app's name, where the statement is about all, and the
  /// purpose. It is not safe to show as it is.
  package var claims: [String] { [app?.name, description].compactMap(\.self) }

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
    case app
  }
}

/// The sums of one day.
public struct StatementDay: Codable, Sendable, Hashable {
  /// The date, such as `2026-03-20`.
  public var day: String
  /// The sum of all amounts received.
  public var incoming: DecimalAmount
  /// The sum of all amounts paid, without fees.
  public var outgoing: DecimalAmount
  /// The sum of the network fees.
  public var fees: DecimalAmount
  /// The balance of all payments up to the end of the day.
  public var balance: SignedDecimal

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    day: String,
    incoming: DecimalAmount,
    outgoing: DecimalAmount,
    fees: DecimalAmount,
    balance: SignedDecimal
  ) {
    self.day = day
    self.incoming = incoming
    self.outgoing = outgoing
    self.fees = fees
    self.balance = balance
  }

  private enum CodingKeys: String, CodingKey {
    case day
    case incoming = "in"
    case outgoing = "out"
    case fees
    case balance
  }
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
