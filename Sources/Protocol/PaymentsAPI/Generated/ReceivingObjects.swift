// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// The purpose of an address.
public enum AddressPurpose: String, Codable, Sendable, Hashable, CaseIterable {
  /// The address was requested by `new_address_for_currency`.
  case receive
  /// The address belongs to an invoice.
  case invoice
}

/// A receiving address that was handed to this app.
public struct AddressInfo: WireObject {
  /// The address.
  public var address: String
  /// The currency code.
  public var currency: String
  /// What it was made for.
  public var purpose: AddressPurpose
  /// The payment URI of the address: BIP 321, or Monero's form.
  public var uri: String
  /// When it was made.
  public var createdAt: Timestamp
  /// The label that the app gave.
  public var label: String?
  /// The invoice that it belongs to.
  public var invoiceID: InvoiceID?

  /// Creates it of its members.
  public init(
    address: String, currency: String, purpose: AddressPurpose, uri: String, createdAt: Timestamp, label: String? = nil,
    invoiceID: InvoiceID? = nil
  ) {
    (self.address, self.currency, self.purpose, self.uri) = (address, currency, purpose, uri)
    (self.createdAt, self.label, self.invoiceID) = (createdAt, label, invoiceID)
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

  /// Creates it of its members.
  public init(
    transactionID: String, amount: DecimalAmount, confirmations: Int, state: TransferState, firstSeenAt: Timestamp
  ) {
    (self.transactionID, self.amount, self.confirmations, self.state) = (transactionID, amount, confirmations, state)
    self.firstSeenAt = firstSeenAt
  }
}

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
  /// The payment URI (BIP 321, or Monero's form): address, amount where one was asked for, and the Lightning invoice if
  /// there is one.
  public var uri: String
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
  /// The newest transfers that arrived, at most 16, oldest first.
  public var transfers: [TransferInfo]
  /// When it was made.
  public var createdAt: Timestamp
  /// When it last changed.
  public var updatedAt: Timestamp
  /// The payer's deadline.
  public var expiresAt: Timestamp
  /// Until when late money is still seen and reported.
  public var monitoredUntil: Timestamp
  /// A Lightning invoice (BOLT 11) for the same. Whichever is paid first, it is this invoice that is paid.
  public var lightning: String?
  /// The amount asked for; absent where the payer decides.
  public var amount: DecimalAmount?
  /// What it is for, as the app said.
  public var description: String?
  /// How many transfers arrived before those in `transfers`; absent where there are none.
  public var earlierTransfers: Int?

  /// Creates it of its members.
  public init(
    invoiceID: InvoiceID, requestID: PaymentRequestID, version: Int, currency: String, address: String, uri: String,
    state: InvoiceState, payment: InvoicePayment, paidAmount: DecimalAmount, confirmedAmount: DecimalAmount,
    confirmationsWanted: Int, transfers: [TransferInfo], createdAt: Timestamp, updatedAt: Timestamp,
    expiresAt: Timestamp, monitoredUntil: Timestamp, lightning: String? = nil, amount: DecimalAmount? = nil,
    description: String? = nil, earlierTransfers: Int? = nil
  ) {
    (self.invoiceID, self.requestID, self.version, self.currency) = (invoiceID, requestID, version, currency)
    (self.address, self.uri, self.state, self.payment) = (address, uri, state, payment)
    (self.paidAmount, self.confirmedAmount, self.confirmationsWanted, self.transfers) = (
      paidAmount, confirmedAmount, confirmationsWanted, transfers
    )
    (self.createdAt, self.updatedAt, self.expiresAt, self.monitoredUntil) = (
      createdAt, updatedAt, expiresAt, monitoredUntil
    )
    (self.lightning, self.amount, self.description, self.earlierTransfers) = (
      lightning, amount, description, earlierTransfers
    )
  }
}
