import PaymentURI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension PaymentPurpose {
  /// Creates the purpose of the invoice that an app asks for.
  init(_ params: InvoiceRequest.Params) {
    self.init(description: params.description)
  }
}

extension PaymentsAPI.Invoice {
  /// Creates the invoice as apps receive it.
  init(_ invoice: InvoiceMachine, uriScheme: String) {
    let terms = invoice.terms
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: terms.decimals) }
    self.init(
      invoiceID: terms.id, requestID: terms.requestID, version: Int(invoice.version), currency: terms.currency,
      address: terms.address,
      uri: PaymentURI(
        scheme: PaymentURIScheme(name: uriScheme), address: terms.address, amount: terms.amount.map(decimal)
      ).text,
      amount: terms.amount.map(decimal), description: terms.purpose.description, state: invoice.state,
      payment: invoice.payment,
      paidAmount: decimal(invoice.paidAmount), confirmedAmount: decimal(invoice.confirmedAmount),
      confirmationsWanted: terms.confirmationsWanted,
      transfers: invoice.transfers.map { transfer in
        TransferInfo(
          transactionID: transfer.transactionID, amount: decimal(transfer.amount),
          confirmations: transfer.confirmations, state: transfer.state, firstSeenAt: transfer.firstSeenAt)
      },
      createdAt: terms.createdAt, updatedAt: invoice.progress.updatedAt, expiresAt: terms.expiresAt,
      monitoredUntil: terms.monitoringUntil)
  }
}

extension WalletDirectory {
  /// Returns an invoice as apps receive it.
  func report(_ invoice: InvoiceMachine) -> PaymentsAPI.Invoice {
    .init(invoice, uriScheme: existingWallet(invoice.terms.currency)?.currency.uriScheme ?? "")
  }
}
