public import PaymentsAPI
public import PaymentsModel

extension PaymentsClient {
  /// The currencies of the provider, and whether each can be used now.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func currencies() async throws -> [CurrencyInfo] {
    try await call(ListCurrencies.self, ListCurrencies.Params()).currencies
  }

  /// What can be received and paid now.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func amountRange(of currency: String) async throws -> GetAmountRangeForCurrency.Result {
    try await call(GetAmountRangeForCurrency.self, GetAmountRangeForCurrency.Params(currency: currency))
  }

  /// What the wallet holds; a scope of its own, which owners seldom grant.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func balance(of currency: String) async throws -> GetBalance.Result {
    try await call(GetBalance.self, GetBalance.Params(currency: currency))
  }

  /// The receiving addresses of this app, newest first: a page of them, and where the next one begins.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func addresses(
    of currency: String, before: String? = nil, limit: Int? = nil
  ) async throws -> AddressesForCurrency.Result {
    try await call(
      AddressesForCurrency.self, AddressesForCurrency.Params(currency: currency, before: before, limit: limit))
  }

  /// A fresh receiving address.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func newAddress(
    for currency: String, label: String? = nil, requestID: PaymentRequestID = .random()
  ) async throws -> AddressInfo {
    try await call(
      NewAddressForCurrency.self,
      NewAddressForCurrency.Params(requestID: requestID, currency: currency, label: label)
    ).address
  }

  /// Makes an invoice with an address of its own; without an amount the payer decides.
  ///
  /// - Throws: see ``PaymentsClient``.
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

  /// An invoice as it is now.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func invoice(id: InvoiceID) async throws -> Invoice {
    try await call(GetInvoiceRequestStatus.self, GetInvoiceRequestStatus.Params(invoiceID: id)).invoice
  }

  /// The invoices of this app, newest first: a page of them, and where the next one begins.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func invoices(
    currency: String? = nil, state: InvoiceState? = nil, before: String? = nil, limit: Int? = nil
  ) async throws -> ListInvoiceRequests.Result {
    try await call(
      ListInvoiceRequests.self,
      ListInvoiceRequests.Params(currency: currency, before: before, limit: limit, state: state))
  }

  /// Withdraws an invoice for which nothing was seen yet.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func cancel(_ id: InvoiceID, requestID: PaymentRequestID = .random()) async throws -> Invoice {
    try await call(CancelInvoiceRequest.self, CancelInvoiceRequest.Params(requestID: requestID, invoiceID: id)).invoice
  }

  /// Waits until an invoice is another than the one given, and answers it as it is then.
  ///
  /// - Parameters:
  ///   - invoice: as it was seen last.
  ///   - limit: after which it is answered unchanged; nil to wait for ever.
  /// - Throws: see ``PaymentsClient``; `CancellationError`, which harms nothing.
  public func waitForChange(of invoice: Invoice, atMost limit: Duration? = nil) async throws -> Invoice {
    try await poll(atMost: limit) { wait in
      let params = GetInvoiceRequestStatus.Params(
        invoiceID: invoice.invoiceID, after: invoice.version, waitMilliseconds: wait.milliseconds)
      let now = try await self.call(GetInvoiceRequestStatus.self, params, timeout: wait + self.options.callTimeout)
      return (now.invoice, now.invoice.version != invoice.version)
    }
  }
}
