// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsModel

/// Ends an order that gets nowhere, once that is safe; without `id` lists those that have not ended.
package enum AbandonOrder: OwnerMethod {
  package static let name = "abandon"

  /// The params of `abandon`.
  package struct Params: OwnerObject, PinParams {
    /// The order, or the beginning or end of its identifier.
    package var id: String?
    /// The largest network fee that the owner agrees to, a decimal. Without one nothing is done that costs anything:
    /// what it would cost is told.
    package var feeCap: String?
    /// The transaction that has taken the order's coins, or its first characters, where the wallet cannot tell whether
    /// it pays the order: the owner says that it does not. Of a payment by Lightning that was under way and that the
    /// node no longer knows, or, from a month after the end of its invoice on, whose node tells nothing final, it is
    /// the payment hash: the owner says that it has not arrived.
    package var notPaidBy: String?
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(id: String? = nil, feeCap: String? = nil, notPaidBy: String? = nil, pin: String? = nil) {
      (self.id, self.feeCap, self.notPaidBy, self.pin) = (id, feeCap, notPaidBy, pin)
    }
  }

  /// The result of `abandon`.
  package struct Result: OwnerObject {
    /// The order that was named, or all that have not ended.
    package var orders: [EndingOrder]

    package init(orders: [EndingOrder]) {
      self.orders = orders
    }
  }
}

/// Asks each wallet what it holds.
package enum GetBalances: OwnerMethod {
  package static let name = "balances"

  package typealias Params = OwnerNothing

  /// The result of `balances`.
  package struct Result: OwnerObject {
    /// The wallets, in the order of their currencies.
    package var wallets: [WalletHolding]

    package init(wallets: [WalletHolding]) {
      self.wallets = wallets
    }
  }
}

/// Gives an address a name of the owner's own, and lists those that have one; without `address` only lists them.
package enum NamePayee: OwnerMethod {
  package static let name = "payees"

  /// The params of `payees`.
  package struct Params: OwnerObject {
    /// The address.
    package var address: String?
    /// The name, at most 64 characters; empty to forget it.
    package var name: String?

    package init(address: String? = nil, name: String? = nil) {
      (self.address, self.name) = (address, name)
    }
  }

  /// The result of `payees`.
  package struct Result: OwnerObject {
    /// The addresses with names, in the order of the names.
    package var payees: [NamedPayee]

    package init(payees: [NamedPayee]) {
      self.payees = payees
    }
  }
}

/// Tells everything about one payment order or invoice.
package enum GetPayment: OwnerMethod {
  package static let name = "payments.get"

  /// The params of `payments.get`.
  package struct Params: OwnerObject {
    /// The identifier, or its beginning with or without `ord_` or `inv_`, or the end of that of an order that has not
    /// ended.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  /// The result of `payments.get`.
  package struct Result: OwnerObject {
    /// The order.
    package var order: OwnerOrder?
    /// What happened to the order, oldest first.
    package var history: [PaymentMoment]?
    /// The invoice.
    package var invoice: OwnerInvoice?

    package init(order: OwnerOrder? = nil, history: [PaymentMoment]? = nil, invoice: OwnerInvoice? = nil) {
      (self.order, self.history, self.invoice) = (order, history, invoice)
    }
  }
}

/// Lists the invoices of all apps, newest first, with what arrived for them.
package enum ListIncomingPayments: OwnerMethod {
  package static let name = "payments.incoming"

  package typealias Params = PaymentListParams

  /// The result of `payments.incoming`.
  package struct Result: OwnerObject {
    /// The invoices. There may be fewer than were asked for, although more follow.
    package var invoices: [OwnerInvoice]
    /// Where there may be more: what `before` is to be for them.
    package var next: String?

    package init(invoices: [OwnerInvoice], next: String? = nil) {
      (self.invoices, self.next) = (invoices, next)
    }
  }
}

/// Lists the payment orders of all apps, newest first.
package enum ListPayments: OwnerMethod {
  package static let name = "payments"

  package typealias Params = PaymentListParams

  /// The result of `payments`.
  package struct Result: OwnerObject {
    /// The orders. There may be fewer than were asked for, although more follow.
    package var orders: [OwnerOrder]
    /// Where there may be more: what `before` is to be for them.
    package var next: String?

    package init(orders: [OwnerOrder], next: String? = nil) {
      (self.orders, self.next) = (orders, next)
    }
  }
}

/// Makes an invoice of the owner's own, with an address of the wallet that was never given to anybody. It belongs to no
/// app, and no app is told of it.
package enum ReceivePayment: OwnerMethod {
  package static let name = "receive"

  /// The params of `receive`.
  package struct Params: OwnerObject {
    /// The code of the currency.
    package var currency: String
    /// What is to be paid, a decimal; absent where the payer chooses.
    package var amount: String?
    /// What it is for, at most 1000 code points. The wallet keeps it as the label of the address, and whoever pays over
    /// Lightning reads it.
    package var description: String?
    /// Until when it is waited for, at least 10 seconds and at most 30 days ahead; the default is 30 days. What comes
    /// later is still seen for a while, as with the invoices of apps.
    package var expiresAt: Timestamp?

    package init(currency: String, amount: String? = nil, description: String? = nil, expiresAt: Timestamp? = nil) {
      (self.currency, self.amount, self.description, self.expiresAt) = (currency, amount, description, expiresAt)
    }
  }

  /// The result of `receive`.
  package struct Result: OwnerObject {
    /// The invoice.
    package var invoice: OwnerInvoice

    package init(invoice: OwnerInvoice) {
      self.invoice = invoice
    }
  }
}

/// Says that a wallet has taken the place of the one that the ledger knows, on purpose: it is paid from again.
package enum AcceptWallet: OwnerMethod {
  package static let name = "sends.accept"

  /// The params of `sends.accept`.
  package struct Params: OwnerObject, PinParams {
    /// The code of the wallet's currency.
    package var currency: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(currency: String, pin: String? = nil) {
      (self.currency, self.pin) = (currency, pin)
    }
  }

  package typealias Result = SendsReport
}

/// Ends an order that waits for the owner to look.
package enum CancelHeldOrder: OwnerMethod {
  package static let name = "sends.cancel"

  /// The params of `sends.cancel`.
  package struct Params: OwnerObject {
    /// The order, or the end of its identifier.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  /// The result of `sends.cancel`.
  package struct Result: OwnerObject {
    /// The order, as it is now.
    package var order: OwnerOrder

    package init(order: OwnerOrder) {
      self.order = order
    }
  }
}

/// Lists what the wallets sent that the ledger has no order for, and the orders that wait for the owner to look at it.
package enum ListUnknownSends: OwnerMethod {
  package static let name = "sends"

  /// The params of `sends`.
  package struct Params: OwnerObject {
    /// True for also what is only remembered in case an app asks for the same again.
    package var all: Bool?

    package init(all: Bool? = nil) {
      self.all = all
    }
  }

  package typealias Result = SendsReport
}

/// Lets an order go on that waits for the owner to look: none of the sends was its payment. One whose transaction is
/// signed is sent after all.
package enum PayHeldOrder: OwnerMethod {
  package static let name = "sends.pay"

  /// The params of `sends.pay`.
  package struct Params: OwnerObject, PinParams {
    /// The order, or the end of its identifier.
    package var id: String
    /// For an order that is held back: the marked transactions, or their first characters, that do not pay it and never
    /// will; each has to be named.
    package var notPaidBy: [String]?
    /// The owner's PIN, where it is needed.
    package var pin: String?

    package init(id: String, notPaidBy: [String]? = nil, pin: String? = nil) {
      (self.id, self.notPaidBy, self.pin) = (id, notPaidBy, pin)
    }
  }

  /// The result of `sends.pay`.
  package struct Result: OwnerObject {
    /// The order, as it is now.
    package var order: OwnerOrder

    package init(order: OwnerOrder) {
      self.order = order
    }
  }
}

/// Says what a send of the wallet was.
package enum SettleUnknownSend: OwnerMethod {
  package static let name = "sends.settle"

  /// The params of `sends.settle`.
  package struct Params: Codable, Sendable, Equatable, PinParams {
    /// The transaction, or its first characters; `all` for all that stop paying, as forgotten.
    package var id: String
    /// The identifier of the order that it paid; `own` where the owner made it; `forgotten` where no order is left of
    /// it.
    package var verdict: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    private enum CodingKeys: String, CodingKey {
      case id
      case verdict = "as"
      case pin
    }

    package init(id: String, verdict: String, pin: String? = nil) {
      (self.id, self.verdict, self.pin) = (id, verdict, pin)
    }
  }

  package typealias Result = SendsReport
}
