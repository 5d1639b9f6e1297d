import Cryptography
import LightningInvoices
import PaymentsModel
package import WalletBackend

/// The proof of a payment by hash is its preimage, which the recipient gives away when it is paid. Any program can compare it
/// with the invoice. Nobody signs the message.
extension LightningWallet: ProvingWallet {
  /// Returns the preimage of a payment that this wallet made, in hexadecimal. The chain's wallet proves nothing.
  package func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    guard case .payment(let payment) = subject, let stored = payment.signedTransaction,
      let decision = try PaymentDecision(stored), case .settled(_, let preimage) = try await self.payment(of: decision)
    else { throw .cannotProve }
    return WalletProof(text: preimage)
  }

  /// Compares a preimage with an invoice, which is signed by its recipient. No node is asked.
  package func verify(
    _ proof: String, of subject: ProofSubject, message: String
  ) async throws(WalletError) -> ProofVerdict {
    guard case .payment(let payment) = subject, LightningInvoice.looksLikeOne(payment.address) else {
      throw .cannotProve
    }
    guard let invoice = try? LightningInvoice(payment.address), invoice.prefix == node.invoicePrefix else {
      throw .invalidAddress
    }
    guard let preimage = [UInt8](hexadecimal: proof), preimage.count == 32 else { throw .malformedProof }
    guard invoice.paymentHash == payment.transactionID, invoice.isPaid(by: proof) else { return .invalid(.subject) }
    return .valid(ProvenFacts(signer: nil, amount: invoice.amount))
  }
}
