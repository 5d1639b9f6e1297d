import Cryptography
import PaymentsAPI
import PaymentsModel

/// The receipt of a purchase: a text, and proofs of the wallet that name the text.
enum ReceiptText {
  /// The largest proof that is put into a receipt, in bytes.
  static let maximumProof = 8192

  /// The facts, which the proofs sign by their digest.
  static func facts(_ purchase: Purchase, shop: String) -> String {
    var lines = ["RECEIPT", "Shop: \(shop)", "Purchase: \(purchase.number)", "Ordered: \(purchase.madeAt.text)"]
    lines += purchase.lines.map { "Item: \($0.quantity) × \($0.name)" }
    lines += purchase.conversions.map {
      "Price: \($0.from.amount.text(in: $0.from.currency)) at \($0.rate.value.text(in: $0.from.currency)) for 1 "
        + "\(purchase.currency), rate of \($0.rate.at.text), "
        + TillWords.rounding($0.rounding, places: $0.places, coin: purchase.currency)
    }
    lines.append("Price to pay: \(purchase.due.text(in: purchase.currency))")
    if let invoice = purchase.invoice {
      lines.append("Received: \(invoice.confirmedAmount.text(in: purchase.currency))")
      lines.append("Address: \(invoice.address)")
      lines += invoice.transfers.filter { $0.state == .confirmed }.map {
        "Transaction: \($0.transactionID), \($0.amount.text(in: purchase.currency)), seen \($0.firstSeenAt.text)"
      }
    }
    lines += purchase.refunded.filter(\.counts).map {
      "Given back: \($0.amount.text(in: purchase.currency)) to \($0.address)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The message that the wallet signs for these facts.
  static func message(_ facts: String) throws -> String {
    "receipt sha256 \(try SHA256.hash(Array(facts.utf8)).hexadecimal)"
  }

  /// The whole receipt.
  static func text(_ facts: String, proofs: [ProofRequest.Result], message: String, lack: String?) -> String {
    var lines = [facts + "--- end of what is signed ---"]
    lines.append("Digest of the lines above the mark, each with its line feed: \(message)")
    for proof in proofs {
      lines.append("")
      lines.append("Proof of the wallet: \(proof.currency), \(proof.network)")
      if let transaction = proof.transactionID { lines.append("Transaction: \(transaction)") }
      if let address = proof.address { lines.append("Address: \(address)") }
      lines.append("Signed message: \(proof.signedMessage)")
      lines.append("Proof: \(proof.proof)")
    }
    if let lack { lines.append("\(lack)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
