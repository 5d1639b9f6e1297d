// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsModel

/// What happened.
package enum MoneyMovedKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A payment was handed to the network that a limit of its app had approved.
  case paidUnasked = "paid_unasked"
  /// The amount of an invoice was seen.
  case arrived
  /// The amount of an invoice has the confirmations that were wanted.
  case settled
  /// Money for an invoice was taken back, or not confirmed in time.
  case takenBack = "taken_back"
}

/// What is known of a send that the ledger has no order for.
package enum SendKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// This provider made it, by a ledger that knew more than the present one: paying is stopped.
  case open
  /// It was made with other tools while the provider was away, as far as anybody can tell.
  case noted
  /// The owner has looked: it is of a request that the ledger does not know any more.
  case forgotten
  /// The owner has looked: the transaction belongs to no order.
  case own
  /// The transaction belongs to an order, which has taken it over.
  case order
}

/// Money that left or arrived without a question to the owner.
package struct MoneyMoved: OwnerObject {
  /// What happened.
  package var kind: MoneyMovedKind
  /// The identifier of the payment order or the invoice.
  package var id: String
  /// What the app is called whose payment or invoice it is.
  package var app: AppNames
  /// The code of the currency.
  package var currency: String
  /// What the recipient gets, or what has arrived.
  package var amount: DecimalAmount
  /// The recipient of a payment, or the address of the invoice.
  package var address: String
  /// How many others there were since the last that was told, which are not told one by one.
  package var others: Int?

  package init(
    kind: MoneyMovedKind, id: String, app: AppNames, currency: String, amount: DecimalAmount, address: String,
    others: Int? = nil
  ) {
    (self.kind, self.id, self.app, self.currency) = (kind, id, app, currency)
    (self.amount, self.address, self.others) = (amount, address, others)
  }
}

/// Something that happened to a payment order.
package struct PaymentMoment: OwnerObject {
  /// When.
  package var at: Timestamp
  /// What, as in the audit log: `received`, `approved`, `submitted`, `in_flight`, `succeeded` and others.
  package var what: String
  /// Who approved it: the `owner`, or `standing` permission that the owner gave before.
  package var by: String?

  package init(at: Timestamp, what: String, by: String? = nil) {
    (self.at, self.what, self.by) = (at, what, by)
  }
}

/// Money that arrived for an invoice.
package struct ReceivedTransfer: OwnerObject {
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
    (self.transactionID, self.amount, self.confirmations, self.state) = (transactionID, amount, confirmations, state)
    self.firstSeenAt = firstSeenAt
  }
}

/// Which payments are to be listed.
package struct PaymentListParams: OwnerObject {
  /// Only those of this app: its key or the beginning of it, its id, or the name that the owner gave it.
  package var app: String?
  /// Only those of this currency.
  package var currency: String?
  /// Only those of this group.
  package var group: PaymentGroup?
  /// Only those that were asked for at this moment or later.
  package var since: Timestamp?
  /// Only those that were asked for before this moment.
  package var until: Timestamp?
  /// The most that are answered, from 1 to 100; 50 where absent.
  package var limit: Int?
  /// Only those before this identifier in the list: `next` of the page before.
  package var before: String?

  package init(
    app: String? = nil, currency: String? = nil, group: PaymentGroup? = nil, since: Timestamp? = nil,
    until: Timestamp? = nil, limit: Int? = nil, before: String? = nil
  ) {
    (self.app, self.currency, self.group, self.since) = (app, currency, group, since)
    (self.until, self.limit, self.before) = (until, limit, before)
  }
}

/// What a wallet holds, where it tells. Amounts are in the unit of the currency.
package struct WalletHolding: OwnerObject {
  /// The code of the currency.
  package var code: String
  /// `ready`, `syncing`, `locked` or `unavailable`. What a wallet that is behind the network tells is of an earlier
  /// time.
  package var ready: String
  /// Can be spent now.
  package var available: DecimalAmount?
  /// Seen, not to be spent yet.
  package var pending: DecimalAmount?
  /// Set aside for payments under way.
  package var locked: DecimalAmount?
  /// Where the wallet told nothing: why, a reason of the payments specification such as `wallet_unavailable`.
  package var reason: String?

  package init(
    code: String, ready: String, available: DecimalAmount? = nil, pending: DecimalAmount? = nil,
    locked: DecimalAmount? = nil, reason: String? = nil
  ) {
    (self.code, self.ready, self.available, self.pending) = (code, ready, available, pending)
    (self.locked, self.reason) = (locked, reason)
  }
}

/// How often an address was paid before.
package struct AddressPayments: OwnerObject {
  /// Payments to it that the same app asked for.
  package var byApp: Int
  /// Payments to it that any app asked for.
  package var inAll: Int
  /// When the last of the same app was.
  package var lastByAppAt: Timestamp?
  /// When the last of any app was.
  package var lastAt: Timestamp?

  package init(byApp: Int, inAll: Int, lastByAppAt: Timestamp? = nil, lastAt: Timestamp? = nil) {
    (self.byApp, self.inAll, self.lastByAppAt, self.lastAt) = (byApp, inAll, lastByAppAt, lastAt)
  }
}

/// What the owner has to look at.
package struct SendsReport: OwnerObject {
  /// Currencies of which nothing is paid before the owner has looked.
  package var stopped: [String]
  /// Currencies whose wallet has not told yet what it sent; nothing is paid before.
  package var notCompared: [String]
  /// Currencies whose wallet is not the one that the ledger knows, or lacks payments of the ledger; nothing is paid
  /// from it.
  package var notRecognised: [String]
  /// What the wallets sent.
  package var sends: [SendReport]
  /// The orders that wait for the owner's word.
  package var orders: [OwnerOrder]
  /// Those of the orders whose transaction is signed and held back by a mark in the wallet; absent where there are
  /// none.
  package var heldBack: [HeldBackOrder]?
  /// How many more sends and orders there are than an answer has room for: they are listed once some of these are
  /// settled; absent where there are none.
  package var leftOut: Int?

  package init(
    stopped: [String], notCompared: [String], notRecognised: [String], sends: [SendReport], orders: [OwnerOrder],
    heldBack: [HeldBackOrder]? = nil, leftOut: Int? = nil
  ) {
    (self.stopped, self.notCompared, self.notRecognised, self.sends) = (stopped, notCompared, notRecognised, sends)
    (self.orders, self.heldBack, self.leftOut) = (orders, heldBack, leftOut)
  }
}

/// What holds back an order whose transaction is signed.
package struct HeldBackOrder: OwnerObject {
  /// The identifier of the order.
  package var order: String
  /// The beginnings of the identifiers of the transactions to its recipient that the wallet has a mark of this ledger
  /// for, and that the ledger does not know; empty while the wallet does not answer.
  package var marked: [String]

  package init(order: String, marked: [String]) {
    (self.order, self.marked) = (order, marked)
  }
}

/// A transaction of the wallet that the ledger has no order for.
package struct SendReport: OwnerObject {
  /// The identifier of the transaction.
  package var id: String
  /// The code of the currency.
  package var currency: String
  /// What is known of it.
  package var what: SendKind
  /// What it pays.
  package var outputs: [SendReportOutput]
  /// The open orders whose payment it may be.
  package var orders: [String]
  /// What it cost, where the wallet tells.
  package var fee: DecimalAmount?
  /// When it was sent, where the wallet tells.
  package var at: Timestamp?

  package init(
    id: String, currency: String, what: SendKind, outputs: [SendReportOutput], orders: [String],
    fee: DecimalAmount? = nil, at: Timestamp? = nil
  ) {
    (self.id, self.currency, self.what, self.outputs) = (id, currency, what, outputs)
    (self.orders, self.fee, self.at) = (orders, fee, at)
  }
}

/// What a transaction pays to one address.
package struct SendReportOutput: OwnerObject {
  /// How much.
  package var amount: DecimalAmount
  /// To where; absent where the wallet does not know.
  package var address: String?

  package init(amount: DecimalAmount, address: String? = nil) {
    (self.amount, self.address) = (amount, address)
  }
}

/// A payment order as the owner sees it. Amounts are in the unit of the currency.
package struct OwnerOrder: OwnerObject {
  /// The identifier of the order.
  package var id: String
  /// What the app is called.
  package var app: AppNames
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
  package var inDoubt: Bool?
  /// Why the order failed.
  package var reason: String?
  /// The fee of the transaction, or what is expected before there is one.
  package var fee: DecimalAmount?
  /// The largest fee that the yes covers, or that a yes would cover now; a yes has to name it.
  package var feeCap: DecimalAmount?
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
  /// What the owner calls the address; never taken from an app.
  package var payee: String?
  /// What the app says that it is for; a claim.
  package var description: String?
  /// Whom and what it pays, where the address is a Lightning invoice.
  package var lightning: LightningClaims?

  package init(
    id: String, app: AppNames, currency: String, amount: DecimalAmount, address: String, state: OrderState,
    group: PaymentGroup, confirmations: Int, confirmationsWanted: Int, createdAt: Timestamp, updatedAt: Timestamp,
    waitingFor: String? = nil, inDoubt: Bool? = nil, reason: String? = nil, fee: DecimalAmount? = nil,
    feeCap: DecimalAmount? = nil, maxFee: DecimalAmount? = nil, total: DecimalAmount? = nil,
    transactionID: String? = nil, expiresAt: Timestamp? = nil, reversedAt: Timestamp? = nil, payee: String? = nil,
    description: String? = nil, lightning: LightningClaims? = nil
  ) {
    (self.id, self.app, self.currency, self.amount) = (id, app, currency, amount)
    (self.address, self.state, self.group, self.confirmations) = (address, state, group, confirmations)
    (self.confirmationsWanted, self.createdAt, self.updatedAt, self.waitingFor) = (
      confirmationsWanted, createdAt, updatedAt, waitingFor
    )
    (self.inDoubt, self.reason, self.fee, self.feeCap) = (inDoubt, reason, fee, feeCap)
    (self.maxFee, self.total, self.transactionID, self.expiresAt) = (maxFee, total, transactionID, expiresAt)
    (self.reversedAt, self.payee, self.description, self.lightning) = (reversedAt, payee, description, lightning)
  }
}

/// An address that the owner has given a name.
package struct NamedPayee: OwnerObject {
  /// The address.
  package var address: String
  /// What the owner calls it.
  package var name: String

  package init(address: String, name: String) {
    (self.address, self.name) = (address, name)
  }
}

/// An order that has not ended, and what is done to end it.
package struct EndingOrder: OwnerObject {
  /// The order.
  package var order: OwnerOrder
  /// How many confirmations another transaction with its coins needs until the order is failed.
  package var confirmationsNeeded: Int?
  /// The transaction that sends its coins back, once there is one.
  package var returnID: String?
  /// What that transaction costs.
  package var returnFee: DecimalAmount?
  /// Where nothing was sent yet: the largest fee to agree to.
  package var returnFeeCap: DecimalAmount?
  /// The other orders that its transaction pays, which end with it; absent where it pays no other.
  package var together: [String]?

  package init(
    order: OwnerOrder, confirmationsNeeded: Int? = nil, returnID: String? = nil, returnFee: DecimalAmount? = nil,
    returnFeeCap: DecimalAmount? = nil, together: [String]? = nil
  ) {
    (self.order, self.confirmationsNeeded, self.returnID, self.returnFee) = (
      order, confirmationsNeeded, returnID, returnFee
    )
    (self.returnFeeCap, self.together) = (returnFeeCap, together)
  }
}
