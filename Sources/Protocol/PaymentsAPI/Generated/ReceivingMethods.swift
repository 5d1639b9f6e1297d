// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// Lists the receiving addresses that were handed to this app, newest first.
public enum AddressesForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "addresses_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `addresses_for_currency`.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// Continue a list: the `next` of the page before.
    public var before: String?
    /// The most rows to answer, 1 to 100; 50 by default.
    public var limit: Int?

    /// Creates it of its members.
    public init(currency: String, before: String? = nil, limit: Int? = nil) {
      (self.currency, self.before, self.limit) = (currency, before, limit)
    }
  }

  /// The result of `addresses_for_currency`.
  public struct Result: WireObject {
    /// The addresses.
    public var addresses: [AddressInfo]
    /// Where the next page starts; absent on the last page.
    public var next: String?

    /// Creates it of its members.
    public init(addresses: [AddressInfo], next: String? = nil) {
      (self.addresses, self.next) = (addresses, next)
    }
  }
}

/// Withdraws an invoice for which nothing was seen yet.
public enum CancelInvoiceRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_invoice_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `cancel_invoice_request`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The invoice.
    public var invoiceID: InvoiceID

    /// Creates it of its members.
    public init(requestID: PaymentRequestID, invoiceID: InvoiceID) {
      (self.requestID, self.invoiceID) = (requestID, invoiceID)
    }
  }

  /// The result of `cancel_invoice_request`.
  public typealias Result = InvoiceRequest.Result
}

/// Answers an invoice, at once or when it changes.
public enum GetInvoiceRequestStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_invoice_request_status"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `get_invoice_request_status`.
  public struct Params: WireObject {
    /// The invoice.
    public var invoiceID: InvoiceID?
    /// The request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Creates it of its members.
    public init(
      invoiceID: InvoiceID? = nil, requestID: PaymentRequestID? = nil, after: Int? = nil, waitMilliseconds: Int? = nil
    ) {
      (self.invoiceID, self.requestID, self.after, self.waitMilliseconds) = (
        invoiceID, requestID, after, waitMilliseconds
      )
    }
  }

  /// The result of `get_invoice_request_status`.
  public struct Result: WireObject {
    /// The invoice.
    public var invoice: Invoice

    /// Creates it of its members.
    public init(invoice: Invoice) {
      self.invoice = invoice
    }
  }
}

/// Makes an invoice with an address of its own.
public enum InvoiceRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "invoice_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `invoice_request`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// The amount asked for.
    public var amount: DecimalAmount?
    /// What it is for, at most 1000 code points.
    public var description: String?
    /// Confirmations wanted, 0 to 1000; the default is the number of the currency.
    public var confirmations: Int?
    /// The payer's deadline; at least 10 seconds and at most 30 days ahead; the default is 15 minutes.
    public var expiresAt: Timestamp?

    /// Creates it of its members.
    public init(
      requestID: PaymentRequestID, currency: String, amount: DecimalAmount? = nil, description: String? = nil,
      confirmations: Int? = nil, expiresAt: Timestamp? = nil
    ) {
      (self.requestID, self.currency, self.amount, self.description) = (requestID, currency, amount, description)
      (self.confirmations, self.expiresAt) = (confirmations, expiresAt)
    }
  }

  /// The result of `invoice_request`.
  public struct Result: WireObject {
    /// The invoice.
    public var invoice: Invoice
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Creates it of its members.
    public init(invoice: Invoice, replayed: Bool) {
      (self.invoice, self.replayed) = (invoice, replayed)
    }
  }
}

/// Lists this app's invoices, newest first.
public enum ListInvoiceRequests: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_invoice_requests"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `list_invoice_requests`.
  public struct Params: WireObject {
    /// Only of this currency.
    public var currency: String?
    /// Continue a list: the `next` of the page before.
    public var before: String?
    /// The most rows to answer, 1 to 100; 50 by default.
    public var limit: Int?
    /// Only those in this state.
    public var state: InvoiceState?

    /// Creates it of its members.
    public init(currency: String? = nil, before: String? = nil, limit: Int? = nil, state: InvoiceState? = nil) {
      (self.currency, self.before, self.limit, self.state) = (currency, before, limit, state)
    }
  }

  /// The result of `list_invoice_requests`.
  public struct Result: WireObject {
    /// The invoices.
    public var invoices: [Invoice]
    /// Where the next page starts; absent on the last page.
    public var next: String?

    /// Creates it of its members.
    public init(invoices: [Invoice], next: String? = nil) {
      (self.invoices, self.next) = (invoices, next)
    }
  }
}

/// Lists the transfers of an invoice, newest first.
public enum ListInvoiceTransfers: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_invoice_transfers"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `list_invoice_transfers`.
  public struct Params: WireObject {
    /// The invoice.
    public var invoiceID: InvoiceID
    /// Continue a list: the `next` of the page before.
    public var before: String?
    /// The most rows to answer, 1 to 100; 50 by default.
    public var limit: Int?

    /// Creates it of its members.
    public init(invoiceID: InvoiceID, before: String? = nil, limit: Int? = nil) {
      (self.invoiceID, self.before, self.limit) = (invoiceID, before, limit)
    }
  }

  /// The result of `list_invoice_transfers`.
  public struct Result: WireObject {
    /// The transfers.
    public var transfers: [TransferInfo]
    /// Where the next page starts; absent on the last page.
    public var next: String?

    /// Creates it of its members.
    public init(transfers: [TransferInfo], next: String? = nil) {
      (self.transfers, self.next) = (transfers, next)
    }
  }
}

/// Makes a fresh receiving address.
public enum NewAddressForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "new_address_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive

  /// The params of `new_address_for_currency`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// A label for people, at most 200 code points.
    public var label: String?
    /// The time after which the provider must not act on the request any more.
    public var expiresAt: Timestamp?

    /// Creates it of its members.
    public init(requestID: PaymentRequestID, currency: String, label: String? = nil, expiresAt: Timestamp? = nil) {
      (self.requestID, self.currency, self.label, self.expiresAt) = (requestID, currency, label, expiresAt)
    }
  }

  /// The result of `new_address_for_currency`.
  public struct Result: WireObject {
    /// The address.
    public var address: AddressInfo
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Creates it of its members.
    public init(address: AddressInfo, replayed: Bool) {
      (self.address, self.replayed) = (address, replayed)
    }
  }
}
