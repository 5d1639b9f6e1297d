import Ledger
import Orders
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
  init(_ record: InvoiceRecord, uriScheme: String) {
    let (invoice, terms) = (record.invoice, record.invoice.terms)
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: terms.decimals) }
    self.init(
      invoiceID: terms.id, requestID: terms.requestID, version: Int(invoice.version), currency: terms.currency,
      address: terms.address,
      uri: PaymentURI(
        scheme: PaymentURIScheme(name: uriScheme), address: terms.address, lightning: terms.lightning?.invoice,
        amount: terms.amount.map(decimal)
      ).text, state: invoice.state, payment: invoice.payment, paidAmount: decimal(invoice.totals.paid),
      confirmedAmount: decimal(invoice.totals.confirmed), confirmationsWanted: terms.confirmationsWanted,
      transfers: record.newest.map { TransferInfo($0, decimals: terms.decimals) }, createdAt: terms.createdAt,
      updatedAt: invoice.progress.updatedAt, expiresAt: terms.expiresAt, monitoredUntil: terms.monitoringUntil,
      lightning: terms.lightning?.invoice, amount: terms.amount.map(decimal), description: terms.purpose.description,
      earlierTransfers: record.earlierTransfers > 0 ? record.earlierTransfers : nil)
  }
}

extension TransferInfo {
  /// Creates a transfer as apps receive it.
  init(_ transfer: InvoiceTransfer, decimals: Int) {
    self.init(
      transactionID: transfer.transactionID, amount: transfer.amount.decimal(decimals: decimals),
      confirmations: transfer.confirmations, state: transfer.state, firstSeenAt: transfer.firstSeenAt)
  }
}

extension WalletDirectory {
  /// Returns an invoice as apps receive it.
  func report(_ record: InvoiceRecord) -> PaymentsAPI.Invoice {
    .init(record, uriScheme: existingWallet(record.invoice.terms.currency)?.currency.uriScheme ?? "")
  }
}
