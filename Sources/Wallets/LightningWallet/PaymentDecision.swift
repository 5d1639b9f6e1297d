import Cryptography
import JSON
package import LightningInvoices
package import PaymentsModel
package import WalletBackend

/// The decision to pay an invoice, which is stored before the first attempt and says all that an attempt may do. It takes the
/// place of a signed transaction: its id is the payment hash, and its fee the limit until the real one is known.
package struct PaymentDecision: Sendable, Hashable {
  /// The invoice.
  package let invoice: LightningInvoice
  /// What the recipient gets, in atomic units. It is the invoice's amount, rounded up to one unit.
  package let amount: Amount
  /// The largest fee that the attempt may pay.
  package let feeLimit: Amount
  /// The public key of the node that pays, which alone knows what became of it; `nil` in decisions of earlier versions.
  package let payer: String?
  /// When it is not attempted any more: the end of the invoice, or an earlier one of the order. What was begun may go on.
  package let deadline: Timestamp

  /// The hash that is paid, in hexadecimal.
  package var paymentHash: String { invoice.paymentHash }

  /// What stands for the coins of a transaction: no two payments of this wallet may be about the same hash.
  package var coin: CoinID { Self.coin(paymentHash) }

  private static func coin(_ paymentHash: String) -> CoinID { CoinID(rawValue: "hash:\(paymentHash)") }

  /// Decides to pay an invoice.
  ///
  /// - Parameter deadline: an end before that of the invoice.
  package init(
    invoice: LightningInvoice, amount: Amount, feeLimit: Amount, payer: String?, deadline: Timestamp? = nil
  ) {
    self.invoice = invoice
    self.amount = amount
    self.feeLimit = feeLimit
    self.payer = payer
    self.deadline = min(invoice.expiresAt, deadline ?? invoice.expiresAt)
  }

  /// The decision as it is stored: a JSON object with version 1, `kind`, the invoice, the amount in atomic units, the node
  /// and, where the invoice lasts longer, the end in milliseconds since 1970.
  package var signedTransaction: SignedTransaction {
    var blob: JSONObject = [
      "v": 1, "kind": .string(Self.kind), "invoice": .string(invoice.text),
      "amount": .string(amount.decimal(decimals: 0).text),
    ]
    blob["payer"] = payer.map { .string($0) }
    if deadline < invoice.expiresAt { blob["deadline"] = .integer(deadline.milliseconds) }
    return SignedTransaction(transactionID: paymentHash, fee: feeLimit, blob: JSONValue.object(blob).encoded())
  }

  private static let kind = "lightning"

  /// Reads a decision.
  ///
  /// - Returns: `nil` if it is the transaction of another kind of wallet.
  /// - Throws: ``WalletError/protocolViolation(code:)`` if it is a decision that cannot be read.
  package init?(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let value = try? JSONValue(parsing: signedTransaction.blob), value["kind"]?.stringValue == Self.kind else {
      return nil
    }
    guard value["v"]?.integerValue() == 1, let text = value["invoice"]?.stringValue,
      let invoice = try? LightningInvoice(text), invoice.paymentHash == signedTransaction.transactionID,
      let units = value["amount"]?.stringValue, let decimal = try? DecimalAmount(units),
      let amount = try? Amount(decimal, decimals: 0)
    else { throw .protocolViolation(code: nil) }
    let deadline = value["deadline"]?.integerValue(as: Int64.self).map { Timestamp(milliseconds: $0) }
    self.init(
      invoice: invoice, amount: amount, feeLimit: signedTransaction.fee, payer: value["payer"]?.stringValue,
      deadline: deadline)
  }
}

extension LightningInvoice {
  /// The amount in atomic units, rounded up to one of them; `nil` if the payer decides. Invoices count in thousandths.
  package var amount: Amount? {
    millisatoshis.map { Amount(atomicUnits: (UInt128($0) + 999) / 1_000) }
  }
}

extension LightningInvoice {
  /// Whether this is the preimage of the hash, in hexadecimal, so that the invoice was paid.
  package func isPaid(by preimage: String) -> Bool {
    guard let bytes = [UInt8](hexadecimal: preimage), bytes.count == 32, let hash = try? SHA256.hash(bytes) else {
      return false
    }
    return hash.hexadecimal == paymentHash
  }
}
