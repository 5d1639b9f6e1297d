import JSON
package import PaymentsModel

/// Lists the payment orders of all apps, newest first.
package enum ListPayments: OwnerMethod {
  package static let name = "payments"
  package static let summary = "Lists the payment orders of all apps, newest first."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp]

  package typealias Params = PaymentListParams

  package struct Result: Codable, Sendable, Equatable {
    /// The orders. There may be fewer than were asked for, although more follow.
    package var payments: [OutgoingPayment]
    /// Where there may be more: what `before` is to be for them.
    package var next: String?

    package init(payments: [OutgoingPayment], next: String? = nil) {
      self.payments = payments
      self.next = next
    }
  }
}

/// Lists the invoices of all apps, newest first, with what arrived for them.
package enum ListIncomingPayments: OwnerMethod {
  package static let name = "payments.incoming"
  package static let summary = "Lists the invoices of all apps, newest first, with what arrived for them."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp]

  package typealias Params = PaymentListParams

  package struct Result: Codable, Sendable, Equatable {
    /// The invoices. There may be fewer than were asked for, although more follow.
    package var invoices: [IncomingPayment]
    /// Where there may be more: what `before` is to be for them.
    package var next: String?

    package init(invoices: [IncomingPayment], next: String? = nil) {
      self.invoices = invoices
      self.next = next
    }
  }
}

/// Tells everything about one payment order or invoice.
package enum GetPayment: OwnerMethod {
  package static let name = "payments.get"
  package static let summary = "Tells everything about one payment order or invoice."
  package static let failures: [OwnerFailure.Reason] = [.notFound, .conflict]

  package struct Params: Codable, Sendable, Equatable {
    /// The identifier, or its beginning with or without `ord_` or `inv_`, or the end of that of an order that has not
    /// ended.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  /// What is answered: either an order or an invoice.
  package struct Result: Codable, Sendable, Equatable {
    /// The order.
    package var payment: OutgoingPayment?
    /// What happened to the order, oldest first.
    package var history: [PaymentMoment]?
    /// The invoice.
    package var invoice: IncomingPayment?

    package init(
      payment: OutgoingPayment? = nil, history: [PaymentMoment]? = nil, invoice: IncomingPayment? = nil
    ) {
      self.payment = payment
      self.history = history
      self.invoice = invoice
    }
  }
}

/// Which payments are to be listed.
package struct PaymentListParams: Codable, Sendable, Equatable {
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
    self.app = app
    self.currency = currency
    self.group = group
    self.since = since
    self.until = until
    self.limit = limit
    self.before = before
  }
}
