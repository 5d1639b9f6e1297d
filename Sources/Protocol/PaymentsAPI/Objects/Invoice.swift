public import PaymentsModel

/// An invoice as it stands: `state` and `payment` are two axes, both always reported.
public struct Invoice: WireObject {
  /// The provider's name of the invoice.
  public var invoiceID: InvoiceID
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// Grows by one with each change that can be seen; for `after` in status calls.
  public var version: Int
  /// The currency code.
  public var currency: String
  /// The address to pay to; it belongs to this invoice alone.
  public var address: String
  /// The payment URI (BIP 321, or Monero's form): address, and amount where one was asked for.
  public var uri: String
  /// The amount asked for; absent where the payer decides.
  public var amount: DecimalAmount?
  /// What it is for, as the app said.
  public var description: String?
  /// How far it is.
  public var state: InvoiceState
  /// How much of it was paid.
  public var payment: InvoicePayment
  /// The sum of what was seen and not taken back.
  public var paidAmount: DecimalAmount
  /// The part that is confirmed as often as wanted.
  public var confirmedAmount: DecimalAmount
  /// Confirmations that make a transfer count as settled.
  public var confirmationsWanted: Int
  /// Every transfer that arrived, oldest first.
  public var transfers: [TransferInfo]
  /// When it was made.
  public var createdAt: Timestamp
  /// When it last changed.
  public var updatedAt: Timestamp
  /// The payer's deadline.
  public var expiresAt: Timestamp
  /// Until when late money is still seen and reported.
  public var monitoredUntil: Timestamp

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    invoiceID: InvoiceID,
    requestID: PaymentRequestID,
    version: Int,
    currency: String,
    address: String,
    uri: String,
    amount: DecimalAmount? = nil,
    description: String? = nil,
    state: InvoiceState,
    payment: InvoicePayment,
    paidAmount: DecimalAmount,
    confirmedAmount: DecimalAmount,
    confirmationsWanted: Int,
    transfers: [TransferInfo],
    createdAt: Timestamp,
    updatedAt: Timestamp,
    expiresAt: Timestamp,
    monitoredUntil: Timestamp
  ) {
    self.invoiceID = invoiceID
    self.requestID = requestID
    self.version = version
    self.currency = currency
    self.address = address
    self.uri = uri
    self.amount = amount
    self.description = description
    self.state = state
    self.payment = payment
    self.paidAmount = paidAmount
    self.confirmedAmount = confirmedAmount
    self.confirmationsWanted = confirmationsWanted
    self.transfers = transfers
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
    self.monitoredUntil = monitoredUntil
  }
}

/// One payment that arrived for an invoice.
public struct TransferInfo: WireObject {
  /// The transaction id on the network.
  public var transactionID: String
  /// What arrived.
  public var amount: DecimalAmount
  /// Confirmations so far.
  public var confirmations: Int
  /// How sure it is.
  public var state: TransferState
  /// When the provider first saw it.
  public var firstSeenAt: Timestamp

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    transactionID: String,
    amount: DecimalAmount,
    confirmations: Int,
    state: TransferState,
    firstSeenAt: Timestamp
  ) {
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.state = state
    self.firstSeenAt = firstSeenAt
  }
}
