import JSON
package import PaymentsModel

/// A payment order as the owner sees it.
package struct OutgoingPayment: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the order.
  package var id: String
  /// The key of the app.
  package var key: AppKey
  /// The name that the owner gave the app, or else what it calls itself, which is a claim.
  package var name: String?
  /// The code of the currency.
  package var currency: String
  /// What the recipient gets.
  package var amount: DecimalAmount
  /// Where the money goes.
  package var address: String
  /// The state of the order.
  package var state: OrderState
  /// Who has to do something next.
  package var group: PaymentGroup
  /// How many confirmations the transaction has.
  package var confirmations: Int
  /// From how many confirmations on the order has succeeded.
  package var confirmationsWanted: Int
  /// When the app asked.
  package var createdAt: Timestamp
  /// When the order last changed.
  package var updatedAt: Timestamp
  /// What the order waits for, other than the owner's yes: `lower_fee`, `wallet`, `coins`, `unlock` or `review`.
  package var waitingFor: String?
  /// True where it is not known whether the network has the transaction.
  package var isInDoubt: Bool?
  /// Why the order failed.
  package var reason: String?
  /// The fee of the transaction, or what is expected before there is one.
  package var fee: DecimalAmount?
  /// The largest fee that the app accepts.
  package var maxFee: DecimalAmount?
  /// The amount and the fee.
  package var total: DecimalAmount?
  /// The transaction that pays the order. It may not have left the wallet yet.
  package var transactionID: String?
  /// From when on the order is not sent any more.
  package var expiresAt: Timestamp?
  /// When it became certain that a payment which had succeeded does not take effect after all.
  package var reversedAt: Timestamp?
  /// What the app says that it is for; a claim.
  package var description: String?

  package init(
    id: String, key: AppKey, name: String? = nil, currency: String, amount: DecimalAmount, address: String,
    state: OrderState, group: PaymentGroup, confirmations: Int, confirmationsWanted: Int, createdAt: Timestamp,
    updatedAt: Timestamp, waitingFor: String? = nil, isInDoubt: Bool? = nil, reason: String? = nil,
    fee: DecimalAmount? = nil, maxFee: DecimalAmount? = nil, total: DecimalAmount? = nil, transactionID: String? = nil,
    expiresAt: Timestamp? = nil, reversedAt: Timestamp? = nil, description: String? = nil
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.currency = currency
    self.amount = amount
    self.address = address
    self.state = state
    self.group = group
    self.confirmations = confirmations
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.waitingFor = waitingFor
    self.isInDoubt = isInDoubt
    self.reason = reason
    self.fee = fee
    self.maxFee = maxFee
    self.total = total
    self.transactionID = transactionID
    self.expiresAt = expiresAt
    self.reversedAt = reversedAt
    self.description = description
  }
}

/// Something that happened to a payment order.
package struct PaymentMoment: Codable, Sendable, Equatable {
  /// When.
  package var at: Timestamp
  /// What, as in the audit log: `received`, `approved`, `submitted`, `in_flight`, `succeeded` and others.
  package var what: String
  /// Who approved it: the `owner`, or `standing` permission that the owner gave before.
  package var by: String?

  package init(at: Timestamp, what: String, by: String? = nil) {
    self.at = at
    self.what = what
    self.by = by
  }
}

/// An invoice as the owner sees it, with what arrived for it.
package struct IncomingPayment: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the invoice.
  package var id: String
  /// The key of the app.
  package var key: AppKey
  /// The name that the owner gave the app, or else what it calls itself, which is a claim.
  package var name: String?
  /// The code of the currency.
  package var currency: String
  /// What arrived so far, confirmed or not.
  package var received: DecimalAmount
  /// What of it has the wanted number of confirmations.
  package var confirmed: DecimalAmount
  /// The address that is to be paid.
  package var address: String
  /// The state of the invoice.
  package var state: InvoiceState
  /// How much of it is paid.
  package var payment: InvoicePayment
  /// Who has to do something next.
  package var group: PaymentGroup
  /// How many confirmations a transfer has to have.
  package var confirmationsWanted: Int
  /// When the app asked.
  package var createdAt: Timestamp
  /// When the invoice last changed.
  package var updatedAt: Timestamp
  /// Until when it is to be paid.
  package var expiresAt: Timestamp
  /// What is to be paid; absent where the payer chooses.
  package var amount: DecimalAmount?
  /// What the app says that it is for; a claim.
  package var description: String?
  /// The newest transfers, oldest first; only where one invoice is asked for.
  package var transfers: [ReceivedTransfer]?
  /// How many transfers came before those; only where one invoice is asked for.
  package var earlierTransfers: Int?

  package init(
    id: String, key: AppKey, name: String? = nil, currency: String, received: DecimalAmount, confirmed: DecimalAmount,
    address: String, state: InvoiceState, payment: InvoicePayment, group: PaymentGroup, confirmationsWanted: Int,
    createdAt: Timestamp, updatedAt: Timestamp, expiresAt: Timestamp, amount: DecimalAmount? = nil,
    description: String? = nil, transfers: [ReceivedTransfer]? = nil, earlierTransfers: Int? = nil
  ) {
    self.id = id
    self.key = key
    self.name = name
    self.currency = currency
    self.received = received
    self.confirmed = confirmed
    self.address = address
    self.state = state
    self.payment = payment
    self.group = group
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
    self.amount = amount
    self.description = description
    self.transfers = transfers
    self.earlierTransfers = earlierTransfers
  }
}

/// Money that arrived for an invoice.
package struct ReceivedTransfer: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The transaction that brought it.
  package var transactionID: String
  /// How much.
  package var amount: DecimalAmount
  /// How many confirmations it has.
  package var confirmations: Int
  /// How certain it is.
  package var state: TransferState
  /// When it was first seen.
  package var firstSeenAt: Timestamp

  package init(
    transactionID: String, amount: DecimalAmount, confirmations: Int, state: TransferState, firstSeenAt: Timestamp
  ) {
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.state = state
    self.firstSeenAt = firstSeenAt
  }
}
