package import ChatPayments
package import Consumer
package import PaymentsAPI
package import PaymentsModel

/// The operations of the shop's provider that a till needs. `PaymentsClient` implements them.
package protocol TillWallet: CardWallet {
  /// Returns a proof that money arrived for an invoice.
  func proof(
    ofReceiving invoice: InvoiceID, in currency: String, transactionID: String?, message: String
  ) async throws -> ProofRequest.Result
}

extension PaymentsClient: TillWallet {}
