public import PaymentsAPI
public import PaymentsModel

extension PaymentsClient {
  /// Returns the provider's currencies, and whether each of them can be used now.
  public func currencies() async throws -> [CurrencyInfo] {
    try await call(ListCurrencies.self, ListCurrencies.Params()).currencies
  }

  /// Returns the smallest and largest amounts that can be received and paid now.
  public func amountRange(of currency: String) async throws -> GetAmountRangeForCurrency.Result {
    try await call(GetAmountRangeForCurrency.self, GetAmountRangeForCurrency.Params(currency: currency))
  }

  /// Returns the balance of the wallet. It needs a scope that owners rarely grant.
  public func balance(of currency: String) async throws -> GetBalance.Result {
    try await call(GetBalance.self, GetBalance.Params(currency: currency))
  }

  /// Returns a page of this app's receiving addresses, the newest first, with the position of the next page.
  public func addresses(
    of currency: String, before: String? = nil, limit: Int? = nil
  ) async throws -> AddressesForCurrency.Result {
    try await call(
      AddressesForCurrency.self, AddressesForCurrency.Params(currency: currency, before: before, limit: limit))
  }

  /// Creates a receiving address.
  public func newAddress(
    for currency: String, label: String? = nil, requestID: PaymentRequestID = .random()
  ) async throws -> AddressInfo {
    try await call(
      NewAddressForCurrency.self,
      NewAddressForCurrency.Params(requestID: requestID, currency: currency, label: label)
    ).address
  }

  /// Makes an invoice with its own address. Without an amount the payer decides how much to pay.
  public func invoice(
    _ currency: String, amount: DecimalAmount? = nil, description: String? = nil, confirmations: Int? = nil,
    expiresAt: Timestamp? = nil, requestID: PaymentRequestID = .random()
  ) async throws -> Invoice {
    try await call(
      InvoiceRequest.self,
      InvoiceRequest.Params(
        requestID: requestID, currency: currency, amount: amount, description: description,
        confirmations: confirmations, expiresAt: expiresAt)
    ).invoice
  }

  /// Returns the current state of an invoice.
  public func invoice(id: InvoiceID) async throws -> Invoice {
    try await call(GetInvoiceRequestStatus.self, GetInvoiceRequestStatus.Params(invoiceID: id)).invoice
  }

  /// Returns a page of this app's invoices, the newest first, with the position of the next page.
  public func invoices(
    currency: String? = nil, state: InvoiceState? = nil, before: String? = nil, limit: Int? = nil
  ) async throws -> ListInvoiceRequests.Result {
    try await call(
      ListInvoiceRequests.self,
      ListInvoiceRequests.Params(currency: currency, before: before, limit: limit, state: state))
  }

  /// Returns a page of an invoice's transfers, the newest first, with the position of the next page. The invoice itself
  /// shows the newest of them.
  public func transfers(
    of id: InvoiceID, before: String? = nil, limit: Int? = nil
  ) async throws -> ListInvoiceTransfers.Result {
    try await call(
      ListInvoiceTransfers.self, ListInvoiceTransfers.Params(invoiceID: id, before: before, limit: limit))
  }

  /// Cancels an invoice for which no payment was seen yet.
  public func cancel(_ id: InvoiceID, requestID: PaymentRequestID = .random()) async throws -> Invoice {
    try await call(CancelInvoiceRequest.self, CancelInvoiceRequest.Params(requestID: requestID, invoiceID: id)).invoice
  }

  /// Waits until an invoice has changed, and returns its new state.
  ///
  /// - Parameters:
  ///   - invoice: the last known state of the invoice.
  ///   - limit: the time after which the unchanged invoice is returned; `nil` to wait without a limit.
  /// - Throws: see ``PaymentsClient``; `CancellationError`, which does not affect the invoice.
  public func waitForChange(of invoice: Invoice, atMost limit: Duration? = nil) async throws -> Invoice {
    try await poll(atMost: limit) { wait in
      let params = GetInvoiceRequestStatus.Params(
        invoiceID: invoice.invoiceID, after: invoice.version, waitMilliseconds: wait.milliseconds)
      let now = try await self.call(GetInvoiceRequestStatus.self, params, timeout: wait + self.options.callTimeout)
      return (now.invoice, now.invoice.version != invoice.version)
    }
  }
}
