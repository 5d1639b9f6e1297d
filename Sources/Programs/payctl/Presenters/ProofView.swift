import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats proofs for people.
struct ProofView {
  let context: CommandContext

  /// Formats a proof that was made.
  func lines(_ proof: ProofRequest.Result) -> [String] {
    var list = KeyValueList()
    list.append("Proof of", "\(SpecificationWord.text(proof.kind.rawValue)), \(proof.currency) (\(proof.network))")
    list.append("Order", proof.orderID?.rawValue)
    list.append("Invoice", proof.invoiceID?.rawValue)
    list.append("Amount", proof.amount.map { "\($0.text) \(proof.currency)" })
    list.append("Address", proof.address)
    list.append("Transaction", proof.transactionID)
    list.append("Signed text", proof.signedMessage)
    let isShort = proof.proof.utf8.count <= 1000
    list.append(
      "Proof", isShort ? proof.proof : localized("\(proof.proof.utf8.count) bytes: --output FILE writes it to a file"))
    return list.lines(for: context.terminal)
  }

  /// Formats the result of verifying a proof.
  func lines(_ verdict: VerifyProof.Result, of proof: VerifyProof.Params) -> [String] {
    var list = KeyValueList()
    let flaw = SpecificationWord.text(verdict.reason?.rawValue ?? "unknown")
    list.append("Valid", verdict.valid ? localized("yes") : localized("no (\(flaw))"))
    list.append("Proof of", "\(SpecificationWord.text(proof.kind.rawValue)), \(proof.currency)")
    list.append("Signed by", verdict.signedBy.map { SpecificationWord.text($0.rawValue) })
    list.append("Amount", verdict.amount.map { "\($0.text) \(proof.currency)" })
    list.append("Spent since", verdict.spent.map { "\($0.text) \(proof.currency)" })
    list.append("Confirmations", verdict.confirmations.map(String.init))
    list.append("Address", proof.address)
    list.append("Transaction", proof.transactionID)
    list.append(verdict.valid && verdict.signedBy == nil ? "Text, not signed" : "Signed text", proof.signedMessage)
    return list.lines(for: context.terminal) + [SafeText(localized(message: verdict.meaning)).text]
  }
}
