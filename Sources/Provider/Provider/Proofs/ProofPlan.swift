import PaymentsAPI
import PaymentsModel
import WalletBackend

/// One proof that is to be made: what the wallet proves, what it signs, and what is told of it.
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
final class ProofPlan: Sendable {
  let wallet: CurrencyWallet
  let kind: ProofKind
  let subject: ProofSubject
  /// What is proven, in words: the beginning of the text that is signed.
  let words: String
  let transactionID: String?
  let address: String?
  let amount: Amount?
  let orderID: OrderID?
  let invoiceID: InvoiceID?

  /// The payment of an order, by its payer.
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

  /// What arrived for an invoice, by its payee.
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

  /// An address of the app's.
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

  /// What the wallet holds at a moment.
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

  /// The text that the wallet signs. It begins with what no other protocol signs, so that no app can have the wallet
  /// sign what means something elsewhere, and ends with the asker's words, so that these cannot pass for others.
  func signedMessage(_ message: String) -> String { "payport proof: \(words); message: \(message)" }

  /// The answer to the app.
  func result(_ proof: WalletProof, signedMessage: String) -> ProofRequest.Result {
    ProofRequest.Result(
      currency: wallet.currency.code, network: wallet.currency.network, kind: kind, proof: proof.text,
      signedMessage: signedMessage, transactionID: transactionID, address: address ?? proof.address,
      amount: amount.map(wallet.decimal), orderID: orderID, invoiceID: invoiceID)
  }
}

extension CurrencyWallet {
  /// `0.5 LTC (regtest)`.
  fileprivate func money(_ amount: Amount) -> String {
    "\(decimal(amount).text) \(currency.code) (\(currency.network))"
  }
}
