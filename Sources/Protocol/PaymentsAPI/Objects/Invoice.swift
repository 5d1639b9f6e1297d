public import PaymentsModel

/// An invoice in its present state. `state` and `payment` are independent of each other, and both are always reported.
public struct Invoice: WireObject {
  /// The provider's identifier of the invoice.
  public var invoiceID: InvoiceID
  /// The `request_id` of the request that made it.
  public var requestID: PaymentRequestID
  /// The version, which grows by one with each visible change. It is used as `after` in status calls.
  public var version: Int
  /// The currency code.
  public var currency: String
  /// The address to pay to. It belongs to this invoice only.
  public var address: String
  /// The payment URI (BIP 321, or Monero's form) with the address and, if one was requested, the amount.
  public var uri: String
  /// The requested amount; absent if the payer decides.
  public var amount: DecimalAmount?
  /// The purpose, as stated by the app.
  public var description: String?
  /// The state that it has reached.
  public var state: InvoiceState
  /// The part that was paid.
  public var payment: InvoicePayment
  /// The sum of all transfers that were seen and not reversed.
  public var paidAmount: DecimalAmount
  /// The sum of all transfers with the required number of confirmations.
  public var confirmedAmount: DecimalAmount
  /// The number of confirmations after which a transfer counts as settled.
  public var confirmationsWanted: Int
  /// The newest transfers that arrived, at most 16, the oldest of them first.
  public var transfers: [TransferInfo]
  /// The number of transfers before these, which ``ListInvoiceTransfers`` returns; absent if there are none.
  public var earlierTransfers: Int?
  /// The time when it was made.
  public var createdAt: Timestamp
  /// The time of its last change.
  public var updatedAt: Timestamp
  /// The payer's deadline.
  public var expiresAt: Timestamp
  /// The time until which late transfers are still detected and reported.
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
    earlierTransfers: Int? = nil,
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
    self.earlierTransfers = earlierTransfers
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
  /// The amount that arrived.
  public var amount: DecimalAmount
  /// The number of confirmations so far.
  public var confirmations: Int
  /// The state of its confirmation.
  public var state: TransferState
  /// The time when the provider first saw it.
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

extension Invoice {
  /// What is asked for, with the currency, such as `0.5 LTC`; `nil` if the payer decides.
  public var amountText: String? { amount?.text(in: currency) }
  /// What was seen so far, with the currency.
  public var paidText: String { paidAmount.text(in: currency) }
}
