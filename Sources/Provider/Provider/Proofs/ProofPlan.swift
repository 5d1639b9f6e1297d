import Orders
import PaymentsAPI
import PaymentsModel
import WalletBackend

/// A proof to be created: what the wallet proves, the text that it signs, and what the answer contains.
///
/// A class because of the compiler's fault with large values.
final class ProofPlan: Sendable {
  let wallet: CurrencyWallet
  let kind: ProofKind
  let subject: ProofSubject
  /// A description of what is proven: the beginning of the text that is signed.
  let words: String
  let transactionID: String?
  let address: String?
  let amount: Amount?
  let orderID: OrderID?
  let invoiceID: InvoiceID?

  /// Creates the plan for the payment of an order, proven by the payer.
  init(_ wallet: CurrencyWallet, paid payment: PaymentProofSubject, _ amount: Amount, order: OrderID) {
    self.wallet = wallet
    kind = .payment
    subject = .payment(payment)
    words =
      "payment of \(wallet.money(amount)) to \(payment.address) by transaction \(payment.transactionID) for order "
      + order.rawValue
    transactionID = payment.transactionID
    address = payment.address
    self.amount = amount
    orderID = order
    invoiceID = nil
  }

  /// Creates the plan for money that arrived for an invoice, proven by the payee.
  init(_ wallet: CurrencyWallet, received payment: PaymentProofSubject, _ amount: Amount, invoice: InvoiceID) {
    self.wallet = wallet
    kind = .payment
    subject = .payment(payment)
    words =
      "receipt of \(wallet.money(amount)) at \(payment.address) by transaction \(payment.transactionID) for invoice "
      + invoice.rawValue
    transactionID = payment.transactionID
    address = payment.address
    self.amount = amount
    orderID = nil
    invoiceID = invoice
  }

  /// Creates the plan for an address of the app.
  init(_ wallet: CurrencyWallet, address: String, invoice: InvoiceID?) {
    self.wallet = wallet
    kind = .address
    subject = .address(address)
    let network = "\(wallet.currency.code) (\(wallet.currency.network))"
    words = "ownership of the \(network) address \(address)" + (invoice.map { " of invoice \($0.rawValue)" } ?? "")
    transactionID = nil
    self.address = address
    amount = nil
    orderID = nil
    invoiceID = invoice
  }

  /// Creates the plan for the funds of the wallet at a moment.
  init(_ wallet: CurrencyWallet, reserves amount: Amount, at now: Timestamp) {
    self.wallet = wallet
    kind = .reserve
    subject = .reserve(amount, address: nil)
    words = "reserves of at least \(wallet.money(amount)) at \(now.text)"
    transactionID = nil
    address = nil
    self.amount = amount
    orderID = nil
    invoiceID = nil
  }

  /// Returns the text that the wallet signs. It begins with words that no other protocol signs, so that an app cannot
  /// obtain a signature that has a meaning elsewhere. The app's message comes last, so that it cannot pass for the
  /// rest.
  func signedMessage(_ message: String) -> String { "payport proof: \(words); message: \(message)" }

  /// Returns the answer to the app.
  func result(_ proof: WalletProof, signedMessage: String) -> ProofRequest.Result {
    ProofRequest.Result(
      currency: wallet.currency.code, network: wallet.currency.network, kind: kind, proof: proof.text,
      signedMessage: signedMessage, transactionID: transactionID, address: address ?? proof.address,
      amount: amount.map(wallet.decimal), orderID: orderID, invoiceID: invoiceID)
  }
}

extension CurrencyWallet {
  /// Returns an amount with currency and network: `0.5 LTC (regtest)`.
  fileprivate func money(_ amount: Amount) -> String {
    "\(decimal(amount).text) \(currency.code) (\(currency.network))"
  }
}
